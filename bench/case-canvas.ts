// The board in a browser with ten thousand visible objects: time to the first complete paint, frame rate of panning and
// zooming, memory and script size, compared with a bare canvas and, with --peers, with Excalidraw.

import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Benchmark, Finding } from './benchmark.ts'
import { compressedScripts, serveCanvasPages } from './canvas-pages.ts'
import { type CanvasFigures, launchBrowser, measurePage } from './canvas-run.ts'
import { type CanvasScene, connectedScene, mixedScene, notesScene } from './canvas-scene.ts'
import { spreadOf } from './measure.ts'

const frames = 240
const timeoutMs = 60_000
const peerTimeoutMs = 150_000
/** Excalidraw takes a minute and a half for the first paint, so fewer frames are measured. */
const peerFrames = 10

interface CanvasTarget {
  /** The first picture, compared with the bare canvas. */
  readonly times: number
  readonly perSecond: number
  readonly dragPerSecond: number
  readonly heapMb: number
}

const usual: CanvasTarget = { times: 10, perSecond: 45, dragPerSecond: 50, heapMb: 80 }

const canvasBenchmark = (
  name: string,
  title: string,
  make: () => CanvasScene,
  target: CanvasTarget = usual,
): Benchmark => ({
  group: 'canvas',
  name,
  title,
  async run({ pace, hasPeers }) {
    const pages = await serveCanvasPages({ 'scene.json': make() }, hasPeers)
    const browser = await launchBrowser()
    const scene = `${pages.url}/scene.json`
    const measure = (page: string) => measurePage(browser, { page: pages.url + page, scene }, { frames, timeoutMs })
    try {
      const [ours, bare]: [CanvasFigures[], CanvasFigures[]] = [[], []]
      for (let round = 0; round < pace.rounds; round++) {
        bare.push(await measure('/bare/index.html'))
        ours.push(await measure('/tessera/stage.html'))
      }
      const peer = hasPeers ? await measurePeer(browser, `${pages.url}/excalidraw/index.html`, scene) : []
      const scripts = await scriptFindings(pages.scriptBytes, hasPeers)
      return {
        sides: [],
        findings: [...against(ours, bare, target), ...figuresOf('bare canvas', bare), ...peer, ...scripts],
      }
    } finally {
      await browser.close()
      await pages.close()
    }
  },
})

export const paintNotes = canvasBenchmark('notes', '10,000 notes all in view', notesScene)
export const paintConnected = canvasBenchmark(
  'connected',
  '10,000 objects with 2,000 shapes and 2,000 connectors all in view',
  connectedScene,
  { ...usual, times: 8, perSecond: 55 },
)
export const paintMixed = canvasBenchmark('mixed', '10,000 notes, strokes and texts all in view', mixedScene)

const against = (ours: readonly CanvasFigures[], bare: readonly CanvasFigures[], target: CanvasTarget): Finding[] => [
  {
    what: 'first picture, of bare canvas',
    unit: '×',
    ...spreadOf(ours.map(({ firstPictureMs }, round) => firstPictureMs / (bare[round]?.firstPictureMs ?? 1))),
    atMost: target.times,
  },
  ...figuresOf('Tessera', ours, target),
]

function figuresOf(side: string, runs: readonly CanvasFigures[], target: Partial<CanvasTarget> = {}): Finding[] {
  const figure = (name: Exclude<keyof CanvasFigures, 'dragPerSecond' | 'dragCpuMs'>) =>
    spreadOf(runs.map(run => run[name]))
  const atLeast = target.perSecond === undefined ? {} : { atLeast: target.perSecond }
  const atMost = target.heapMb === undefined ? {} : { atMost: target.heapMb }
  return [
    { what: `${side}: first picture`, unit: 'ms', ...figure('firstPictureMs') },
    { what: `${side}: frames per second, panning`, unit: '', ...figure('panPerSecond'), ...atLeast },
    { what: `${side}: frames per second, zooming`, unit: '', ...figure('zoomPerSecond'), ...atLeast },
    { what: `${side}: processor time per frame, panning`, unit: 'ms', ...figure('panCpuMs') },
    { what: `${side}: processor time per frame, zooming`, unit: 'ms', ...figure('zoomCpuMs') },
    { what: `${side}: slowest frame`, unit: 'ms', ...figure('worstFrameMs') },
    ...dragFindings(side, runs, target.dragPerSecond),
    { what: `${side}: heap`, unit: 'MB', ...figure('heapMb'), ...atMost },
  ]
}

/** Returns none for a scene without an object to drag. */
function dragFindings(side: string, runs: readonly CanvasFigures[], atLeast: number | undefined): Finding[] {
  const perSecond = runs.flatMap(run => run.dragPerSecond ?? [])
  if (perSecond.length === 0) return []
  const what = `${side}: frames per second, dragging an object with 200 connectors`
  const cpuMs = spreadOf(runs.flatMap(run => run.dragCpuMs ?? []))
  return [
    { what, unit: '', ...spreadOf(perSecond), ...(atLeast === undefined ? {} : { atLeast }) },
    { what: `${side}: processor time per frame, dragging`, unit: 'ms', ...cpuMs },
  ]
}

async function measurePeer(browser: Browser, page: string, scene: string): Promise<Finding[]> {
  try {
    const figures = await measurePage(browser, { page, scene }, { frames: peerFrames, timeoutMs: peerTimeoutMs })
    return figuresOf('Excalidraw', [figures])
  } catch (failure) {
    const waited = spreadOf([peerTimeoutMs])
    return [{ what: `Excalidraw did not paint (${(failure as Error).message}): waited`, unit: 'ms', ...waited }]
  }
}

/** For the workspace page, if it is built, and for the board alone. */
async function scriptFindings(bytes: (page: string) => Promise<number>, hasPeers: boolean): Promise<Finding[]> {
  const finding = (what: string, count: number): Finding => ({ what, unit: 'kB', ...spreadOf([count / 1000]) })
  const workspace = await compressedScripts(join(import.meta.dirname, '../web/dist'), 'workspace.html')
  return [
    finding('board alone: compressed JavaScript', await bytes('tessera')),
    ...(workspace > 0 ? [{ ...finding('workspace page: compressed JavaScript', workspace), atMost: 190 }] : []),
    ...(hasPeers ? [finding('Excalidraw: compressed JavaScript', await bytes('excalidraw'))] : []),
  ]
}
