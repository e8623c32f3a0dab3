// The color of a user's cursor and selection: the same for everyone, and dark enough for white text.

const colors = ['#b4400f', '#2a5bd7', '#8a3ab9', '#0f7a52', '#b01e5d', '#8a6100', '#00708a', '#5d4bc4']

export const colorOfPerson = (userId: number): string => colors[userId % colors.length] as string
