// The boards that are painted in the benchmarks: ten thousand notes, and as many objects of several kinds, all in view.

import type { Camera, Drawable, NoteColor, PenColor } from '@tessera/drawing'

export interface CanvasScene {
  readonly objects: readonly Drawable[]
  /** Shows all of them on the screen of `screen`. */
  readonly camera: Camera
}

export const screen = { width: 1440, height: 900 }

const columns = 100
const [pitchX, pitchY] = [640, 400]
const colors: readonly NoteColor[] = ['Beige', 'Blue', 'Gold', 'Grey', 'Red', 'Teal', 'Yellow']
const pens: readonly PenColor[] = ['White', 'Gray', 'Yellow', 'Red', 'Green', 'Purple', 'Cyan']
const words = [
  'Ship it',
  'Who will be at the workshop on Thursday?',
  'What did we learn from the last one, and who tells the others about it?',
  'Price, place, promotion, product',
]

export const notesScene = (): CanvasScene => sceneOf(place => noteAt(place))

export const mixedScene = (): CanvasScene =>
  sceneOf(place => {
    if (place.index % 10 < 5) return noteAt(place)
    return place.index % 10 < 8 ? strokeAt(place) : textAt(place)
  })

interface Place {
  readonly index: number
  readonly id: string
  readonly x: number
  readonly y: number
}

function sceneOf(make: (place: Place) => Drawable): CanvasScene {
  const objects = Array.from({ length: 10_000 }, (_, index) => {
    const [x, y] = [(index % columns) * pitchX, Math.floor(index / columns) * pitchY]
    return make({ index, id: index.toString(16).padStart(24, '0'), x, y })
  })
  const rows = objects.length / columns
  const zoom = Math.min(screen.width / (columns * pitchX), screen.height / (rows * pitchY)) * 0.96
  const middle = { x: (columns * pitchX) / 2, y: (rows * pitchY) / 2 }
  const camera = { x: middle.x - screen.width / 2 / zoom, y: middle.y - screen.height / 2 / zoom, zoom }
  return { objects, camera }
}

const noteAt = ({ index, id, x, y }: Place): Drawable => ({
  kind: 'note',
  id,
  x,
  y,
  width: 560,
  height: 320,
  text: `${words[index % words.length]} (${index})`,
  fontWeight: 'normal',
  textTransform: 'inherit',
  backgroundColor: colors[index % colors.length] as NoteColor,
  scale: 1,
})

const strokeAt = ({ index, id, x, y }: Place): Drawable => ({
  kind: 'stroke',
  id,
  penColor: pens[index % pens.length] as PenColor,
  size: 6 + (index % 3) * 6,
  brushType: 'Pen',
  points: Array.from({ length: 40 }, (_, step) => [
    Math.round(x + step * 14),
    Math.round(y + 160 + Math.sin(step / (3 + (index % 4))) * 120),
  ]).flat(),
  targetId: null,
})

const textAt = ({ index, id, x, y }: Place): Drawable => ({
  kind: 'text',
  id,
  x,
  y,
  width: 560,
  height: 160,
  text: words[index % words.length] as string,
  fontFamily: 'Dosis',
  fontSize: 48,
  fontColor: '#ffffff',
  fontWeight: 'normal',
  fontStyle: 'normal',
  textTransform: 'inherit',
  backgroundColor: '#3b7ddd',
})
