// The board in a browser, with ten thousand objects all in view: how soon the picture is complete, how smoothly it pans and
// zooms, what it holds in memory and what it loads, beside a bare canvas and, with --peers, beside Excalidraw.

import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Benchmark, Finding } from './benchmark.ts'
import { compressedScripts, serveCanvasPages } from './canvas-pages.ts'
import { type CanvasFigures, launchBrowser, measurePage } from './canvas-run.ts'
import { type CanvasScene, mixedScene, notesScene } from './canvas-scene.ts'
import { spreadOf } from './measure.ts'

const frames = 240
const longestMs = 60_000
const longestPeerMs = 150_000
/** Excalidraw takes a minute and a half for a first picture: fewer frames tell enough. */
const peerFrames = 10

const painting = (name: string, title: string, make: () => CanvasScene): Benchmark => ({
  group: 'canvas',
  name,
  title,
  async run({ pace, hasPeers }) {
    const pages = await serveCanvasPages({ 'scene.json': make() }, hasPeers)
    const browser = await launchBrowser()
    const scene = `${pages.url}/scene.json`
    const measure = (page: string) => measurePage(browser, { page: pages.url + page, scene }, { frames, longestMs })
    try {
      const [ours, bare]: [CanvasFigures[], CanvasFigures[]] = [[], []]
      for (let round = 0; round < pace.rounds; round++) {
        bare.push(await measure('/bare/index.html'))
        ours.push(await measure('/tessera/stage.html'))
      }
      const peer = hasPeers ? await measurePeer(browser, `${pages.url}/excalidraw/index.html`, scene) : []
      const scripts = await scriptFindings(pages.scriptBytes, hasPeers)
      return { sides: [], findings: [...against(ours, bare), ...figuresOf('bare canvas', bare), ...peer, ...scripts] }
    } finally {
      await browser.close()
      await pages.close()
    }
  },
})

export const paintNotes = painting('notes', '10,000 notes all in view', notesScene)
export const paintMixed = painting('mixed', '10,000 notes, strokes and texts all in view', mixedScene)

const against = (ours: readonly CanvasFigures[], bare: readonly CanvasFigures[]): Finding[] => [
  {
    what: 'first picture, of bare canvas',
    unit: '×',
    ...spreadOf(ours.map(({ firstPictureMs }, round) => firstPictureMs / (bare[round]?.firstPictureMs ?? 1))),
    atMost: 10,
  },
  ...figuresOf('Tessera', ours, { perSecond: 45, heapMb: 80 }),
]

function figuresOf(
  side: string,
  runs: readonly CanvasFigures[],
  target: { perSecond?: number; heapMb?: number } = {},
): Finding[] {
  const figure = (name: keyof CanvasFigures) => spreadOf(runs.map(run => run[name]))
  const atLeast = target.perSecond === undefined ? {} : { atLeast: target.perSecond }
  const atMost = target.heapMb === undefined ? {} : { atMost: target.heapMb }
  return [
    { what: `${side}: first picture`, unit: 'ms', ...figure('firstPictureMs') },
    { what: `${side}: frames a second, panning`, unit: '', ...figure('panPerSecond'), ...atLeast },
    { what: `${side}: frames a second, zooming`, unit: '', ...figure('zoomPerSecond'), ...atLeast },
    { what: `${side}: processor time of a frame, panning`, unit: 'ms', ...figure('panCpuMs') },
    { what: `${side}: processor time of a frame, zooming`, unit: 'ms', ...figure('zoomCpuMs') },
    { what: `${side}: slowest frame`, unit: 'ms', ...figure('worstFrameMs') },
    { what: `${side}: heap`, unit: 'MB', ...figure('heapMb'), ...atMost },
  ]
}

async function measurePeer(browser: Browser, page: string, scene: string): Promise<Finding[]> {
  try {
    const figures = await measurePage(browser, { page, scene }, { frames: peerFrames, longestMs: longestPeerMs })
    return figuresOf('Excalidraw', [figures])
  } catch (failure) {
    const waited = spreadOf([longestPeerMs])
    return [{ what: `Excalidraw gave no picture (${(failure as Error).message}): waited`, unit: 'ms', ...waited }]
  }
}

/** Of the page that people open where it is built, and of the board alone. */
async function scriptFindings(bytes: (page: string) => Promise<number>, hasPeers: boolean): Promise<Finding[]> {
  const finding = (what: string, count: number): Finding => ({ what, unit: 'kB', ...spreadOf([count / 1000]) })
  const workspace = await compressedScripts(join(import.meta.dirname, '../web/dist'), 'workspace.html')
  return [
    finding('board alone: compressed JavaScript', await bytes('tessera')),
    ...(workspace > 0 ? [{ ...finding('workspace page: compressed JavaScript', workspace), atMost: 220 }] : []),
    ...(hasPeers ? [finding('Excalidraw: compressed JavaScript', await bytes('excalidraw'))] : []),
  ]
}
