// Whether the main pointer is a finger or a mouse: this decides the size and distance of things to grab.

export type PointerKind = 'mouse' | 'touch'

export const pointerKind = (): PointerKind => (window.matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse')
