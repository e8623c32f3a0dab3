// Builds and serves the pages that are compared: our board alone, a bare canvas, and optionally another product,
// installed into a separate folder. Every page has a `stage` with the same two functions.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { runTool } from '../scripts/run-tool.ts'
import { barePage } from './canvas-bare.ts'
import { excalidrawPage, installPeers, peersFolder } from './canvas-peers.ts'

export interface CanvasPages {
  readonly url: string
  /** Size of the compressed JavaScript that a page loads before it shows anything. */
  scriptBytes(page: string): Promise<number>
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** `scenes` are served as JSON under their names. */
export async function serveCanvasPages(
  scenes: Readonly<Record<string, object>>,
  hasPeers: boolean,
): Promise<CanvasPages> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-canvas-'))
  await buildPage(join(import.meta.dirname, '../web/canvas/testing'), 'stage.html', join(folder, 'tessera'))
  await mkdir(join(folder, 'bare'))
  await writeFile(join(folder, 'bare/index.html'), barePage)
  if (hasPeers) {
    await installPeers(excalidrawPage)
    await buildPage(peersFolder, 'index.html', join(folder, 'excalidraw'))
  }
  for (const [name, scene] of Object.entries(scenes)) await writeFile(join(folder, name), JSON.stringify(scene))
  const server = createServer(async ({ url = '/' }, reply) => {
    const path = join(folder, new URL(url, 'http://bench').pathname)
    const body = await readFile(path).catch(() => null)
    reply.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    reply.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scriptBytes: page => compressedScripts(join(folder, page), page === 'tessera' ? 'stage.html' : 'index.html'),
    async close() {
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function buildPage(root: string, page: string, outDir: string): Promise<void> {
  const config = join(outDir, '..', `vite-${page}.mjs`)
  const build = { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, page) } }
  await writeFile(config, `export default ${JSON.stringify({ root, base: './', logLevel: 'error', build })}\n`)
  if (runTool('vite', ['build', '--config', config]) !== 0) throw new Error(`${page} could not be built`)
}

/** The scripts in a page's HTML, including preloaded ones. 0 if the page does not exist. */
export async function compressedScripts(folder: string, page: string): Promise<number> {
  const html = await readFile(join(folder, page), 'utf8').catch(() => '')
  const paths = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path as string)
  const bodies = await Promise.all(paths.map(path => readFile(join(folder, path))))
  return bodies.reduce((total, body) => total + brotliCompressSync(body).length, 0)
}
