// Measures one page in one browser: opens the scene, moves the camera over it frame by frame, and returns the times.

import type { Camera } from '@tessera/drawing'
import { type Browser, chromium, type Page } from 'playwright-core'
import { requireProgram } from '../scripts/test-programs.mjs'
import { screen } from './canvas-scene.ts'

export interface CanvasFigures {
  /** From having the objects to the complete first paint. */
  readonly firstPictureMs: number
  readonly panPerSecond: number
  readonly zoomPerSecond: number
  /** Processor time of the page's main thread per frame. Steadier than frames per second on a busy machine. */
  readonly panCpuMs: number
  readonly zoomCpuMs: number
  readonly worstFrameMs: number
  readonly heapMb: number
  /** Dragging the object with many connectors; null if the scene has none, or the page cannot drag. */
  readonly dragPerSecond: number | null
  readonly dragCpuMs: number | null
}

/** Software rendering, for machines without a graphics card, and exact heap sizes. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--enable-precise-memory-info'],
  '--js-flags=--expose-gc',
]

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: requireProgram('chromium'), args: flags })
}

export async function measurePage(
  browser: Browser,
  address: { page: string; scene: string },
  limits: { frames: number; timeoutMs: number },
): Promise<CanvasFigures> {
  const context = await browser.newContext({ viewport: screen })
  const page = await context.newPage()
  try {
    await page.goto(address.page, { timeout: limits.timeoutMs })
    await page.waitForFunction('window.stage !== undefined')
    const measured = measureOpened(page, address.scene, limits.frames)
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`timed out after ${limits.timeoutMs / 1000} s`)), limits.timeoutMs).unref()
    })
    measured.catch(() => {})
    return await Promise.race([measured, timeout])
  } finally {
    await context.close()
  }
}

async function measureOpened(page: Page, scene: string, frames: number): Promise<CanvasFigures> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const firstPictureMs = await page.evaluate(startInPage, scene)
  const started = await cpuMs()
  const pan = await page.evaluate(moveInPage, { frames, how: 'pan' } as const)
  const panned = await cpuMs()
  const zoom = await page.evaluate(moveInPage, { frames, how: 'zoom' } as const)
  const zoomed = await cpuMs()
  const drag = await page.evaluate(dragInPage, frames)
  const dragged = await cpuMs()
  return {
    firstPictureMs,
    panPerSecond: pan.perSecond,
    zoomPerSecond: zoom.perSecond,
    panCpuMs: (panned - started) / frames,
    zoomCpuMs: (zoomed - panned) / frames,
    worstFrameMs: Math.max(pan.worstMs, zoom.worstMs),
    heapMb: await page.evaluate(heapInPage),
    dragPerSecond: drag,
    dragCpuMs: drag === null ? null : (dragged - zoomed) / frames,
  }
}

interface MeasuredPage {
  readonly stage: {
    start(objects: readonly object[], camera: Camera): Promise<void>
    setCamera(camera: Camera): void
    drag?(id: string, x: number, y: number): void
  }
  draggedId?: string
  camera: Camera
  gc?(): void
}

// The functions below run in the page, so none of them may use anything outside of itself.

async function startInPage(scene: string): Promise<number> {
  const page = window as unknown as MeasuredPage
  const { objects, camera, draggedId } = await (await fetch(scene)).json()
  page.camera = camera
  page.draggedId = draggedId
  const begun = performance.now()
  await page.stage.start(objects, camera)
  // The frame after the next one starts when this one is on the screen.
  for (let frame = 0; frame < 2; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
  return performance.now() - begun
}

async function moveInPage({ frames, how }: { frames: number; how: 'pan' | 'zoom' }) {
  const page = window as unknown as MeasuredPage
  const { x, y, zoom } = page.camera
  const pan = (along: number): Camera => ({
    x: x + (Math.sin(2 * Math.PI * along) * 300) / zoom,
    y: y + (Math.sin(4 * Math.PI * along) * 150) / zoom,
    zoom,
  })
  const zoomAbout = (along: number): Camera => {
    const near = zoom * 8 ** Math.sin(Math.PI * along) * 0.7 ** Math.sin(2 * Math.PI * along)
    const [middleX, middleY] = [x + innerWidth / 2 / zoom, y + innerHeight / 2 / zoom]
    return { x: middleX - innerWidth / 2 / near, y: middleY - innerHeight / 2 / near, zoom: near }
  }
  const started = performance.now()
  let [last, worstMs] = [started, 0]
  for (let frame = 1; frame <= frames; frame++) {
    page.stage.setCamera(how === 'pan' ? pan(frame / frames) : zoomAbout(frame / frames))
    await new Promise(resolve => requestAnimationFrame(resolve))
    const now = performance.now()
    worstMs = Math.max(worstMs, now - last)
    last = now
  }
  return { perSecond: (1000 * frames) / (last - started), worstMs }
}

/** Frames per second, in the middle of the board at a zoom at which the lines are seen. */
async function dragInPage(frames: number): Promise<number | null> {
  const { stage, draggedId, camera } = window as unknown as MeasuredPage
  if (draggedId === undefined || !stage.drag) return null
  stage.setCamera(camera)
  for (let frame = 0; frame < 30; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
  const started = performance.now()
  for (let frame = 1; frame <= frames; frame++) {
    const angle = (2 * Math.PI * frame) / frames
    stage.drag(draggedId, Math.sin(angle) * 4_000, Math.sin(2 * angle) * 2_000)
    await new Promise(resolve => requestAnimationFrame(resolve))
  }
  return (1000 * frames) / (performance.now() - started)
}

function heapInPage(): number {
  const { gc } = window as unknown as MeasuredPage
  gc?.()
  return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6
}
