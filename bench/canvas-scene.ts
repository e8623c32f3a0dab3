// The boards that are painted in the benchmarks: ten thousand notes, and as many objects of several kinds, all in view.

import { shapeForms } from '@tessera/contract/kinds/shape'
import type { Camera, ConnectorObject, Drawable, NoteColor, PenColor } from '@tessera/drawing'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'
import { aConnector, aShape } from '@tessera/drawing/testing/sample-objects'

export interface CanvasScene {
  readonly objects: readonly Drawable[]
  /** The camera that shows all of them on the screen of `screen`. */
  readonly camera: Camera
  /** An object with many connectors, which is dragged. */
  readonly draggedId?: string
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

const connectorCount = 2_000
const connectorsAtHub = 200

/** Contains two thousand shapes, and two thousand connectors between objects, two hundred of them at one object. */
export function connectedScene(): CanvasScene {
  const scene = sceneOf(place => {
    const turn = place.index % 8
    if (turn < 2) return shapeAt(place)
    return turn < 6 ? noteAt(place) : turn < 7 ? strokeAt(place) : textAt(place)
  }, 10_000 - connectorCount)
  const ends = scene.objects.filter(({ kind }) => kind !== 'stroke')
  const byId = new Map(ends.map(object => [object.id, object]))
  const hub = ends[Math.floor(ends.length / 2)] as Drawable
  const connectors = Array.from({ length: connectorCount }, (_, index) => {
    const isAtHub = index < connectorsAtHub
    const from = isAtHub ? hub : (ends[(index * 3) % ends.length] as Drawable)
    // The connectors at the hub end at objects all over the board.
    const to = ends[isAtHub ? (index * 34) % ends.length : (index * 3 + 1 + (index % 2) * 75) % ends.length] as Drawable
    return connectorAt(index, from.id, to === from ? (ends[0] as Drawable).id : to.id, id => byId.get(id) ?? null)
  })
  return { ...scene, objects: [...scene.objects, ...connectors], draggedId: hub.id }
}

interface Place {
  readonly index: number
  readonly id: string
  readonly x: number
  readonly y: number
}

function sceneOf(make: (place: Place) => Drawable, count = 10_000): CanvasScene {
  const objects = Array.from({ length: count }, (_, index) => {
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

const shapeAt = ({ index, id, x, y }: Place): Drawable =>
  aShape({
    id,
    x,
    y,
    width: 480,
    height: 280,
    form: shapeForms[index % shapeForms.length] as (typeof shapeForms)[number],
    text: words[index % words.length] as string,
    ...(index % 4 === 0 ? { fill: 'none' } : {}),
    fontSize: 32,
    rotation: index % 16 === 0 ? 15 : 0,
  })

const paths: readonly ConnectorObject['path'][] = ['elbow', 'elbow', 'straight', 'curve']

function connectorAt(index: number, from: string, to: string, find: (id: string) => Drawable | null): Drawable {
  const line = {
    from: { id: from, anchor: 'auto' },
    to: { id: to, anchor: 'auto' },
    path: paths[index % paths.length] as ConnectorObject['path'],
    via: [],
  } as const
  const { points, box } = connectorGeometry(line, find)
  const id = (1_000_000 + index).toString(16).padStart(24, '0')
  return aConnector(points, { id, ...line, box, label: index % 5 === 0 ? 'then' : '' })
}
