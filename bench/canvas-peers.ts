// Installs Excalidraw into a folder that git ignores, with a page that shows the same scene. It is never a dependency of
// the product.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const peersFolder = join(import.meta.dirname, 'dist/peers')

const dependencies = { '@excalidraw/excalidraw': '^0.18.0', react: '^19.0.0', 'react-dom': '^19.0.0' }
const installTimeoutMs = 240_000

export async function installPeers(script: string): Promise<void> {
  await mkdir(peersFolder, { recursive: true })
  const manifest = { name: 'peers', private: true, type: 'module', dependencies }
  await writeFile(join(peersFolder, 'package.json'), JSON.stringify(manifest, null, 2))
  await writeFile(join(peersFolder, 'index.html'), page)
  await writeFile(join(peersFolder, 'excalidraw.mjs'), script)
  if (existsSync(join(peersFolder, 'node_modules/@excalidraw/excalidraw/package.json'))) return
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--workspaces=false']
  await promisify(execFile)('npm', ['install', ...flags], { cwd: peersFolder, timeout: installTimeoutMs })
}

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Excalidraw</title></head>
  <body style="margin: 0">
    <div id="stage" style="position: fixed; inset: 0"></div>
    <script type="module" src="./excalidraw.mjs"></script>
  </body>
</html>
`

export const excalidrawPage = `
import '@excalidraw/excalidraw/index.css'
import { convertToExcalidrawElements, Excalidraw } from '@excalidraw/excalidraw'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const colors = { Beige: '#f3e7d3', Blue: '#b5d6f7', Gold: '#f6c967', Grey: '#dadee4', Red: '#f8aba1', Teal: '#9be0d5', Yellow: '#fdec94' }
let api = null

const skeleton = object => {
  const { id, x, y, width, height, text } = object
  if (object.points) {
    const points = []
    for (let at = 0; at < object.points.length; at += 2) points.push([object.points[at] - object.points[0], object.points[at + 1] - object.points[1]])
    return { type: 'line', id, x: object.points[0], y: object.points[1], points, strokeWidth: 2, roughness: 0 }
  }
  return { type: 'rectangle', id, x, y, width, height, backgroundColor: colors[object.backgroundColor] ?? object.backgroundColor, fillStyle: 'solid', roughness: 0, strokeColor: 'transparent', label: { text, fontSize: 40 } }
}

window.stage = {
  async start(objects, camera) {
    const elements = convertToExcalidrawElements(objects.map(skeleton), { regenerateIds: false })
    const { x, y, zoom } = camera
    const appState = { scrollX: -x, scrollY: -y, zoom: { value: zoom } }
    const initialData = { elements, appState }
    const opened = new Promise(resolve => {
      const excalidrawAPI = given => { api = given; resolve() }
      createRoot(document.getElementById('stage')).render(createElement(Excalidraw, { initialData, excalidrawAPI }))
    })
    await opened
    while (api.getSceneElements().length < elements.length || api.getAppState().isLoading) await new Promise(resolve => setTimeout(resolve, 20))
    api.updateScene({ appState })
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  },
  setCamera({ x, y, zoom }) {
    api.updateScene({ appState: { scrollX: -x, scrollY: -y, zoom: { value: zoom } } })
  },
}
`
