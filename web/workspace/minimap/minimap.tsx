// The whole board, small, with the part that is in view. A press or a pull goes there.

import { type Box, bounds, lookOf, type ThemeName, themes } from '@tessera/drawing'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { BoardView } from '../../canvas/board-view.ts'
import { useTheme } from '../../ui/theme.ts'
import { type Board, useBoard } from '../board/board.ts'
import { isAttached } from '../editing/abilities.ts'
import { useWatched } from '../watched.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import './minimap.css'

const size = { width: 200, height: 130 }
const pauseMs = 200

export function Minimap() {
  const board = useBoard()
  const words = useWorkspaceWords().view
  const view = useWatched(board.view)
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  const area = useRef<Box>({ x: 0, y: 0, width: 1, height: 1 })
  useEffect(
    () => (view && canvas.current ? paintAlong(board, view, canvas.current, area, theme) : undefined),
    [board, view, theme],
  )
  function go(event: PointerEvent<HTMLCanvasElement>) {
    if (!view || event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const { x, y, width } = area.current
    const perPixel = width / size.width
    const middle = { x: x + (event.clientX - left) * perPixel, y: y + (event.clientY - top) * perPixel }
    const { zoom } = view.camera
    view.setCamera({ x: middle.x - view.size.width / 2 / zoom, y: middle.y - view.size.height / 2 / zoom, zoom })
  }
  return (
    <canvas
      ref={canvas}
      className="minimap"
      role="img"
      aria-label={words.minimap}
      style={size}
      onPointerDown={go}
      onPointerMove={go}
    />
  )
}

function paintAlong(
  board: Board,
  view: BoardView,
  canvas: HTMLCanvasElement,
  area: { current: Box },
  theme: ThemeName,
): () => void {
  const objects = document.createElement('canvas')
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  for (const one of [canvas, objects]) Object.assign(one, { width: size.width * ratio, height: size.height * ratio })
  let timer: ReturnType<typeof setTimeout> | undefined
  function paintObjects() {
    timer = undefined
    area.current = areaOf(view)
    paintBoard(objects, board, area.current, theme)
    paintView()
  }
  function paintView() {
    const surface = canvas.getContext('2d')
    if (!surface) return
    const scale = canvas.width / area.current.width
    const { x, y, width, height } = view.viewBox
    surface.clearRect(0, 0, canvas.width, canvas.height)
    surface.drawImage(objects, 0, 0)
    surface.strokeStyle = theme === 'dark' ? '#6bd0c2' : '#0a6660'
    surface.lineWidth = 1.5 * ratio
    surface.strokeRect((x - area.current.x) * scale, (y - area.current.y) * scale, width * scale, height * scale)
  }
  const later = () => {
    timer ??= setTimeout(paintObjects, pauseMs)
  }
  paintObjects()
  const stops = [board.live.onChange(later), view.onCamera(paintView)]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** Everything there is with some room around it, in the proportions of the map. */
function areaOf(view: BoardView): Box {
  const all = view.bounds() ?? view.viewBox
  const width = Math.max(all.width, (all.height * size.width) / size.height, 2_000) * 1.1
  const height = (width * size.height) / size.width
  return { x: all.x + all.width / 2 - width / 2, y: all.y + all.height / 2 - height / 2, width, height }
}

function paintBoard(canvas: HTMLCanvasElement, board: Board, area: Box, theme: ThemeName) {
  const surface = canvas.getContext('2d')
  if (!surface) return
  const scale = canvas.width / area.width
  const colors = themes[theme]
  surface.clearRect(0, 0, canvas.width, canvas.height)
  for (const object of board.live.objects.values()) {
    if (isAttached(object)) continue
    const box = bounds(object)
    const look = lookOf(object)
    surface.fillStyle = look.layer === 'ground' ? colors.line : (look.speck?.(object) ?? colors.glyph)
    surface.globalAlpha = look.layer === 'ink' ? 0.35 : 1
    const [left, top] = [(box.x - area.x) * scale, (box.y - area.y) * scale]
    surface.fillRect(left, top, Math.max(1, box.width * scale), Math.max(1, box.height * scale))
  }
  surface.globalAlpha = 1
}
