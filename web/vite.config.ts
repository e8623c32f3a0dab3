// The one build of everything that runs in the browser. There is an HTML entry per page; all code and styles are in
// separate files, because the pages are sent with a policy that allows nothing inline.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { docsPlugin } from './docs/build/docs-plugin.ts'

/** Nothing is painted before the page's script has run, so a chosen theme is used from the first frame on. */
const paintWithScript: Plugin = {
  name: 'paint-with-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: html => html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** Ships the table of calls as data instead of the contract that it is derived from. */
const evaluateCallTable: Plugin = {
  name: 'evaluate-call-table',
  async load(id) {
    if (!id.endsWith('/clients/typescript/rest/call-table.ts')) return null
    const { callTable } = await import(id)
    return `export const callTable = JSON.parse(${JSON.stringify(JSON.stringify(callTable))})`
  },
}

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) }

/**
 * Scripts and styles are also stored compressed: if the server compressed them, its first visitors after a start would
 * wait.
 */
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const assets = Object.keys(bundle).filter(name => /\.(js|css|svg)$/.test(name))
    await Promise.all(assets.map(name => compress(join(dir, name))))
  },
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path)
  if (text.length < 1_024) return
  for (const [ending, encode] of Object.entries(encodings)) await writeFile(`${path}.${ending}`, await encode(text))
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * The modules that the workspace page starts with. Without a chunk for them, each set of pages and lazy parts that share
 * some gets a file of its own: 43 files and 202 kB compressed instead of 21 files and 187 kB.
 */
function startOfWorkspace() {
  let eager: Set<string> | null = null
  return (id: string, graph: ModuleGraph): string | null => {
    eager ??= reachableFrom(`${import.meta.dirname}/workspace/workspace-main.tsx`, graph)
    if (!eager.has(id)) return null
    return chunkNames.find(([path]) => path.test(id))?.[1] ?? null
  }
}

/** React and components are shared by the signed-in pages, drawing by the viewer, which has no React. */
const chunkNames: readonly [path: RegExp, name: string][] = [
  [/\/web\/workspace\//, 'workspace-start'],
  // In a chunk of its own, because the chunks that import it import each other.
  [/\/node_modules\/(react|react-dom|scheduler)\//, 'react'],
  [/\/web\/(messages\/|ui\/.*\.tsx$)/, 'page'],
  [/\/drawing\/|\/web\/canvas\//, 'board'],
]

function reachableFrom(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [react(), docsPlugin, evaluateCallTable, paintWithScript, compressAssets],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [
        ...['index.html', 'docs.html', 'developers.html', 'account.html'],
        ...['organization.html', 'home.html', 'workspace.html', 'operator.html', 'view.html', 'listeners.html'],
      ].map(page => `${import.meta.dirname}/${page}`),
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: startOfWorkspace() }] } },
    },
  },
  server: { proxy: { '^/(api|session|sign-in|sign-out|confirm-identity|files|view)': 'http://localhost:8080' } },
})
