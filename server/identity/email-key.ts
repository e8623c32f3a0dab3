// Addresses that differ only in the case of their letters are one: this is what they are found and kept apart by.

export const emailKey = (email: string): string => email.toLowerCase()
