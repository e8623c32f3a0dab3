// Runs in a child process: draws numbered marks on the objects of a picture, of the same size in pixels at every zoom.
// They let a reader of the picture, such as an agent, name what it sees.

import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Box, bounds, type Drawable } from '@tessera/drawing'

export interface Mark {
  readonly text: string
  /** The top-left corner in the picture, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
}

const height = 20
const digitWidth = 8
const padding = 6
const fill = '#b5007d'
/** The share of a mark that lies outside of its object, so that it covers little of the text. */
const beside = 0.6

export interface MarkedPage {
  readonly box: Box
  readonly width: number
  readonly height: number
  readonly zoom: number
}

/**
 * Places marks on the top-left corner of each object, mostly beside it, inside the picture, and not over another mark.
 */
export function placeMarks(ids: readonly string[], objects: readonly Drawable[], page: MarkedPage): Mark[] {
  const known = new Map(objects.map(object => [object.id, object]))
  const marks: Mark[] = []
  for (const [index, id] of ids.entries()) {
    const object = known.get(id)
    if (!object) continue
    const { x, y } = bounds(object)
    const text = String(index + 1)
    const width = text.length * digitWidth + 2 * padding
    const left = clamp((x - page.box.x) * page.zoom - width * beside, page.width - width)
    const top = clamp((y - page.box.y) * page.zoom - height * beside, page.height - height)
    marks.push({ text, width, ...freePlace({ x: left, y: top, width }, marks, page) })
  }
  return marks
}

/** `corner` is the position in the picture of the part that is drawn. */
export function drawMarks(context: SKRSContext2D, marks: readonly Mark[], corner: { x: number; y: number }): void {
  context.save()
  context.font = 'bold 14px Arimo'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { text, x, y, width } of marks) {
    context.beginPath()
    context.roundRect(x - corner.x, y - corner.y, width, height, 6)
    context.fillStyle = fill
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = '#ffffff'
    context.stroke()
    context.fillStyle = '#ffffff'
    context.fillText(text, x - corner.x + width / 2, y - corner.y + height / 2 + 1)
  }
  context.restore()
}

const clamp = (value: number, most: number) => Math.round(Math.min(Math.max(value, 1), Math.max(1, most - 1)))

/** Moves a mark to the right, and then down, while it would cover another. */
function freePlace(mark: Omit<Mark, 'text'>, others: readonly Mark[], page: MarkedPage): { x: number; y: number } {
  let { x, y } = mark
  for (let tries = 0; tries < others.length; tries += 1) {
    const covered = others.find(
      other => x < other.x + other.width && other.x < x + mark.width && y < other.y + height && other.y < y + height,
    )
    if (!covered) break
    x = covered.x + covered.width + 2
    if (x + mark.width >= page.width) {
      x = mark.x
      y = clamp(covered.y + height + 2, page.height - height)
    }
  }
  return { x, y }
}
