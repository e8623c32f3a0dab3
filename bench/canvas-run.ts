// One page in one browser: opens the scene, moves the camera over it frame by frame, and tells what it took.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Camera } from '@tessera/drawing'
import { type Browser, chromium } from 'playwright-core'
import { screen } from './canvas-scene.ts'

export interface CanvasFigures {
  /** From having the objects to the complete picture on the screen. */
  readonly firstPictureMs: number
  readonly panPerSecond: number
  readonly zoomPerSecond: number
  readonly worstFrameMs: number
  readonly heapMb: number
}

/** Software rendering, as on the machines that have nothing better; the heap is told exactly. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--enable-precise-memory-info'],
  '--js-flags=--expose-gc',
]

export async function launchBrowser(): Promise<Browser> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const executablePath = folders.map(folder => join(folder, 'chromium')).find(path => existsSync(path))
  if (!executablePath) throw new Error('Chromium is not installed')
  return await chromium.launch({ executablePath, args: flags })
}

export async function measurePage(
  browser: Browser,
  address: { page: string; scene: string },
  limits: { frames: number; longestMs: number },
): Promise<CanvasFigures> {
  const context = await browser.newContext({ viewport: screen })
  const page = await context.newPage()
  page.setDefaultTimeout(limits.longestMs)
  try {
    await page.goto(address.page, { timeout: limits.longestMs })
    await page.waitForFunction('window.stage !== undefined')
    const measured = page.evaluate(measureInPage, { scene: address.scene, frames: limits.frames })
    const tooLong = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`it took more than ${limits.longestMs / 1000} s`)), limits.longestMs).unref()
    })
    measured.catch(() => {})
    return await Promise.race([measured, tooLong])
  } finally {
    await context.close()
  }
}

interface PageStage {
  start(objects: readonly object[], camera: Camera): Promise<void>
  look(camera: Camera): void
}

/** Runs in the page, so it stands alone. */
async function measureInPage({ scene, frames }: { scene: string; frames: number }): Promise<CanvasFigures> {
  const { stage, gc } = window as unknown as { stage: PageStage; gc?: () => void }
  const { objects, camera } = await (await fetch(scene)).json()
  const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
  const begun = performance.now()
  await stage.start(objects, camera)
  // The frame after the next one begins when this one has been put onto the screen.
  await nextFrame()
  await nextFrame()
  const firstPictureMs = performance.now() - begun
  const times: number[] = []
  const move = async (cameraAt: (along: number) => Camera) => {
    const started = performance.now()
    let last = started
    for (let frame = 1; frame <= frames; frame++) {
      stage.look(cameraAt(frame / frames))
      await nextFrame()
      const now = performance.now()
      times.push(now - last)
      last = now
    }
    return (1000 * frames) / (last - started)
  }
  const { x, y, zoom } = camera
  const turn = (along: number) => 2 * Math.PI * along
  const panPerSecond = await move(along => ({
    x: x + (Math.sin(turn(along)) * 300) / zoom,
    y: y + (Math.sin(2 * turn(along)) * 150) / zoom,
    zoom,
  }))
  const zoomPerSecond = await move(along => {
    const factor = 8 ** Math.sin(turn(along) / 2) * 0.7 ** Math.sin(turn(along))
    const [middleX, middleY] = [x + innerWidth / 2 / zoom, y + innerHeight / 2 / zoom]
    const near = zoom * factor
    return { x: middleX - innerWidth / 2 / near, y: middleY - innerHeight / 2 / near, zoom: near }
  })
  gc?.()
  const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } }
  const worstFrameMs = Math.max(...times)
  return { firstPictureMs, panPerSecond, zoomPerSecond, worstFrameMs, heapMb: memory.usedJSHeapSize / 1e6 }
}
