// Whether the screen is mainly touched, or used with a mouse: how large and how far apart things to grab are painted.

export type PointerKind = 'mouse' | 'touch'

export const pointerKind = (): PointerKind => (window.matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse')
