// The comments on the board: counts at the corners of objects, and pins at points. Painting and hit testing.

import type { Box, Point, Surface } from '@tessera/drawing'
import type { BoardView, OverlayView } from '../../canvas/board-view.ts'
import { touches } from '../../canvas/spatial-grid.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { workspaceKindOf } from '../kinds/index.ts'
import type { OpenBoard } from '../state/board.ts'
import { type CommentPlace, isShown, pointOf, threadsOf } from '../state/comment-threads.ts'
import { commentedObjects } from '../state/commented-objects.ts'
import { colorOfPerson } from '../state/person-color.ts'

/** In screen pixels. */
const height = 22
const pinSide = 28
const smallestShown = 60
const touchTarget = 44
/** Outside the reach of the handles at the corner. */
const gap = 10

export function paintBadges(board: OpenBoard, view: BoardView, surface: Surface, shown: OverlayView): void {
  for (const badge of [...badgesIn(board, view, shown.box, shown.zoom), ...pinsIn(board, shown.box, shown.zoom)])
    paintBadge(surface, badge, shown.zoom)
}

/** The comments whose badge or pin is at the pointer. With `isExact`, only what is painted counts, also for a finger. */
export function badgeAt(
  board: OpenBoard,
  view: BoardView,
  { point, pointerType }: Pick<ToolPointer, 'point' | 'pointerType'>,
  { isExact = false } = {},
): CommentPlace | null {
  const { zoom } = view.camera
  const reach = 60 / zoom
  const near = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach }
  const side = isExact || pointerType === 'mouse' ? 0 : touchTarget / zoom
  for (const { place, box } of [...pinsIn(board, near, zoom).reverse(), ...badgesIn(board, view, near, zoom)])
    if (contains(box, point, side)) return place
  return null
}

/** Where badges and pins are in an area of the board. */
export const badgeBoxesIn = (board: OpenBoard, view: BoardView, area: Box): Box[] =>
  [...badgesIn(board, view, area, view.camera.zoom), ...pinsIn(board, area, view.camera.zoom)].map(({ box }) => box)

/** At least `side` wide and high around the middle of the box. */
function contains({ x, y, width, height }: Box, point: Point, side: number): boolean {
  const [across, along] = [Math.max(width, side) / 2, Math.max(height, side) / 2]
  return Math.abs(point.x - x - width / 2) <= across && Math.abs(point.y - y - height / 2) <= along
}

interface Badge {
  readonly place: CommentPlace
  readonly label: string
  readonly fill: string
  readonly box: Box
  readonly isOpen: boolean
}

const openFill = '#2a4fbf'
const resolvedFill = '#6b7a76'
const check = '✓'

function badgesIn(board: OpenBoard, view: BoardView, area: Box, zoom: number): Badge[] {
  const filter = board.commentFilter.get()
  const open = board.commentPlace.get()
  const badges: Badge[] = []
  for (const objectId of commentedObjects(board.live)) {
    const corner = cornerOf(board, view, objectId, zoom)
    if (!corner || !touches(placeAt(corner, '00', zoom), area)) continue
    const threads = threadsOf(board.live.commentsOn(objectId)).filter(thread => isShown(thread, filter))
    const unresolved = threads.filter(({ first }) => !first.resolved).length
    if (threads.length === 0) continue
    const label = unresolved > 0 ? String(unresolved) : check
    badges.push({
      place: { objectId },
      label,
      fill: unresolved > 0 ? openFill : resolvedFill,
      box: placeAt(corner, label, zoom),
      isOpen: open !== null && 'objectId' in open && open.objectId === objectId,
    })
  }
  return badges
}

/** The corner of the object that the badge stands beside; null if the object is too small on the screen. */
function cornerOf(board: OpenBoard, view: BoardView, id: string, zoom: number): Point | null {
  const box = view.boundsOf(id)
  if (!box || Math.max(box.width, box.height) * zoom < smallestShown) return null
  const object = board.live.get(id)
  const own = object && workspaceKindOf(object).badgePoint?.(object as never)
  return own ?? { x: box.x + box.width, y: box.y }
}

function placeAt(corner: Point, label: string, zoom: number): Box {
  const width = (14 + 8 * label.length + 6) / zoom
  return { x: corner.x + gap / zoom, y: corner.y - (height + 4) / zoom, width, height: height / zoom }
}

/** Threads at points of the board, and points at which a first comment is being written. */
function pinsIn(board: OpenBoard, area: Box, zoom: number): Badge[] {
  const filter = board.commentFilter.get()
  const open = board.commentPlace.get()
  const side = pinSide / zoom
  const pins: Badge[] = []
  function add(point: Point | null, pin: Omit<Badge, 'box'>) {
    const box = point && { x: point.x, y: point.y - side, width: side, height: side }
    if (box && touches(box, area)) pins.push({ ...pin, box })
  }
  for (const thread of threadsOf(board.live.commentsOn(null))) {
    const { first } = thread
    const isOpen = open !== null && 'threadId' in open && open.threadId === first.id
    if (!isOpen && !isShown(thread, filter)) continue
    const label = first.resolved ? check : initialOf(first.author)
    const fill = first.resolved ? resolvedFill : colorOfPerson(first.author.id)
    add(pointOf(first), { place: { threadId: first.id }, label, fill, isOpen })
  }
  for (const point of draftPoints(board)) add(point, { place: { point }, label: '+', fill: openFill, isOpen: true })
  return pins
}

function draftPoints(board: OpenBoard): Point[] {
  const open = board.commentPlace.get()
  const drafts = [...board.drafts.get().values()].flatMap(({ target }) => ('at' in target ? [target.at] : []))
  if (open === null || !('point' in open)) return drafts
  return [...drafts.filter(({ x, y }) => x !== open.point.x || y !== open.point.y), open.point]
}

const initialOf = ({ first_name, email }: { first_name: string; email: string }) =>
  [...(first_name.trim() || email)][0]?.toUpperCase() ?? ''

function paintBadge(surface: Surface, { box: { x, y, width, height }, label, fill, isOpen }: Badge, zoom: number) {
  const unit = 1 / zoom
  const round = height / 2
  surface.beginPath()
  surface.roundRect(x, y, width, height, [round, round, round, 3 * unit])
  surface.fillStyle = fill
  surface.fill()
  surface.strokeStyle = '#ffffff'
  surface.lineWidth = (isOpen ? 3 : 2) * unit
  surface.stroke()
  surface.fillStyle = '#ffffff'
  surface.font = `600 ${13 * unit}px Arimo, Arial, sans-serif`
  surface.textAlign = 'center'
  surface.textBaseline = 'middle'
  surface.fillText(label, x + width / 2, y + height / 2 + 0.5 * unit)
  surface.textAlign = 'left'
  surface.textBaseline = 'alphabetic'
}
