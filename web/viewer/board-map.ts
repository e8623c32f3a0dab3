// The minimap of the viewer: the whole board and the part in view. Pressing or dragging moves the view there.

import { type Box, bounds, type Picture, rendererOf, type ThemeName, themes } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'
import type { PublishedPages } from './published-pages.ts'

const size = { width: 180, height: 116 }
const pauseMs = 200

export interface BoardMap {
  setTheme(theme: ThemeName): void
  repaint(): void
}

export function openMap(
  canvas: HTMLCanvasElement,
  {
    pages,
    view,
    theme: first,
    overview,
  }: { pages: PublishedPages; view: BoardView; theme: ThemeName; overview: () => Picture | null },
): BoardMap {
  const objects = document.createElement('canvas')
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  for (const one of [canvas, objects]) Object.assign(one, { width: size.width * ratio, height: size.height * ratio })
  const area = areaOf(pages.bounds ?? view.viewBox)
  const scale = canvas.width / area.width
  let theme = first
  let isScheduled = false

  function paintObjects() {
    isScheduled = false
    const surface = objects.getContext('2d')
    if (!surface) return
    surface.clearRect(0, 0, objects.width, objects.height)
    const picture = pages.isSmall ? null : overview()
    if (picture && pages.bounds) {
      const { x, y, width, height } = pages.bounds
      surface.drawImage(
        picture as HTMLImageElement,
        (x - area.x) * scale,
        (y - area.y) * scale,
        width * scale,
        height * scale,
      )
    } else paintObjectDots(surface, pages, { area, scale, theme })
    paintView()
  }

  function paintView() {
    const surface = canvas.getContext('2d')
    if (!surface) return
    const { x, y, width, height } = view.viewBox
    surface.clearRect(0, 0, canvas.width, canvas.height)
    surface.drawImage(objects, 0, 0)
    surface.strokeStyle = theme === 'dark' ? '#6bd0c2' : '#0a6660'
    surface.lineWidth = 1.5 * ratio
    const from = { x: within((x - area.x) * scale, canvas.width), y: within((y - area.y) * scale, canvas.height) }
    const right = within((x + width - area.x) * scale, canvas.width)
    const bottom = within((y + height - area.y) * scale, canvas.height)
    surface.strokeRect(from.x, from.y, right - from.x, bottom - from.y)
  }

  const scheduleRepaint = () => {
    if (!isScheduled) setTimeout(paintObjects, pauseMs)
    isScheduled = true
  }
  pages.onChange(scheduleRepaint)
  view.onCamera(paintView)
  goToPress(canvas, view, area)
  paintObjects()
  return {
    setTheme(next) {
      theme = next
      paintObjects()
    },
    repaint: scheduleRepaint,
  }
}

/** Clamps to the edge of the map. */
const within = (at: number, length: number) => Math.max(1, Math.min(length - 1, at))

/** The whole board with a margin, in the aspect ratio of the map. */
function areaOf(all: Box): Box {
  const width = Math.max(all.width, (all.height * size.width) / size.height, 2_000) * 1.1
  const height = (width * size.height) / size.width
  return { x: all.x + all.width / 2 - width / 2, y: all.y + all.height / 2 - height / 2, width, height }
}

interface MapTransform {
  readonly area: Box
  readonly scale: number
  readonly theme: ThemeName
}

function paintObjectDots(
  surface: CanvasRenderingContext2D,
  pages: PublishedPages,
  { area, scale, theme }: MapTransform,
): void {
  const colors = themes[theme]
  for (const object of pages.objects.values()) {
    const renderer = rendererOf(object)
    if (renderer.attachedTo?.(object)) continue
    const box = bounds(object)
    surface.fillStyle = renderer.layer === 'ground' ? colors.line : (renderer.tinyColor?.(object) ?? colors.glyph)
    surface.globalAlpha = renderer.layer === 'ink' ? 0.35 : 1
    const [left, top] = [(box.x - area.x) * scale, (box.y - area.y) * scale]
    surface.fillRect(left, top, Math.max(1, box.width * scale), Math.max(1, box.height * scale))
  }
  surface.globalAlpha = 1
}

function goToPress(canvas: HTMLCanvasElement, view: BoardView, area: Box): void {
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1) return
    canvas.setPointerCapture(event.pointerId)
    const { left, top, width } = canvas.getBoundingClientRect()
    const perPixel = area.width / width
    const middle = { x: area.x + (event.clientX - left) * perPixel, y: area.y + (event.clientY - top) * perPixel }
    const { zoom } = view.camera
    view.setCamera({ x: middle.x - view.size.width / 2 / zoom, y: middle.y - view.size.height / 2 / zoom, zoom })
  }
  canvas.addEventListener('pointerdown', go)
  canvas.addEventListener('pointermove', go)
}
