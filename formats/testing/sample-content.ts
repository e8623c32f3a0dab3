// A small board with the kinds that other programs have too, as exports get it.

import { type KindName, kinds } from '@tessera/contract'
import { shapeForms } from '@tessera/contract/kinds/shape'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'
import type { Drawable } from '@tessera/drawing/drawable'
import { computeTextSize } from '@tessera/drawing/text-size'
import type { BoardContent, ContentObject } from '../board-content.ts'

const id = (number: number) => number.toString(16).padStart(24, '0')

/** A picture of 8 × 6 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGPQm/8eK2IYXBIA9ilLIRFbp8YAAAAASUVORK5CYII=',
  'base64',
)

export function sampleContent(): BoardContent {
  const objects: ContentObject[] = []
  const add = (kind: KindName, data: Record<string, unknown>) => {
    const record = { group: null, pin: false, ...kinds[kind].defaults, ...data, kind, id: id(objects.length + 1) }
    objects.push(record as never)
    return record.id
  }
  const font = { fontFamily: 'Helvetica', fontSize: 28, fontWeight: 'normal', fontStyle: 'normal' } as const
  add('canvas', { x: -40, y: -40, width: 1400, height: 420, name: 'Plan', borderColor: 'Blue' })
  const note = add('note', {
    x: 0,
    y: 0,
    text: 'A note with **marks** and a [link](https://example.com/a)',
    scale: 0.5,
  })
  const box = add('shape', { x: 400, y: 0, text: 'First step', fill: '#d3f9d8' })
  const choice = add('shape', { x: 760, y: 0, form: 'diamond', text: 'Ready?', borderStyle: 'dashed', rotation: 10 })
  const free = { text: 'Free text\nin two lines', textTransform: 'inherit' as const, ...font }
  add('text', { x: 0, y: 220, fontColor: '#1c7ed6', backgroundColor: '#00000000', ...free, ...computeTextSize(free) })
  add('text', { x: 300, y: 220, fontColor: '#ffffff', ...free, ...computeTextSize(free) })
  for (const [index, form] of shapeForms.entries())
    add('shape', { x: index * 280, y: 500, form, text: form, group: id(900) })
  add('image', { x: 1050, y: 0, width: 8, height: 6, scale: 4, name: 'flag.png' })
  add('document', { x: 0, y: 800, title: 'Report.pdf', type: 'pdf', state: 'ready', pages: 2, width: 612, height: 792 })
  add('browser', { x: 900, y: 800, url: 'https://www.youtube.com/watch?v=gkGMXY0wekg' })
  add('stroke', { points: [1100, 200, 1150, 240, 1200, 200, 1250, 240], size: 12, penColor: 'Red', targetId: null })
  add('stroke', { points: [20, 20, 120, 60], size: 6, penColor: 'White', brushType: 'Highlighter', targetId: note })
  const connect = (data: Record<string, unknown>) => {
    const drawn = { kind: 'connector', ...kinds.connector.defaults, ...data } as never
    const find = (wanted: string) => (objects.find(one => one.id === wanted) ?? null) as never as Drawable
    const { points, box } = connectorGeometry(drawn, find)
    add('connector', { ...data, points, box })
  }
  connect({ from: { id: box, anchor: 'auto' }, to: { id: choice, anchor: 'auto' }, label: 'next' })
  connect({ from: { id: note, anchor: 'auto' }, to: { id: box, anchor: 'left' }, path: 'straight', startCap: 'circle' })
  connect({
    from: { x: 500, y: 300 },
    to: { id: choice, anchor: 'bottom' },
    path: 'curve',
    line: 'dotted',
    via: [[700, 350]],
  })
  return {
    name: 'Sample',
    description: '',
    hasOriginals: true,
    objects,
    comments: [],
    file: async object =>
      objects.find(one => one.id === object)?.kind === 'image' ? { mime: 'image/png', bytes: png } : null,
  } as BoardContent
}
