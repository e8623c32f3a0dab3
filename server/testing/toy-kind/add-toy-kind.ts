// Adds the kinds of the test to the tables of kinds and renderers, for the process that is started with `--import` of this
// file. It makes the edits that the recipe "Add a kind" asks for: one import and one name in each table.

import { registerHooks } from 'node:module'

const tables = [
  { file: '/contract/kinds/index.ts', start: 'kindTable({ ', toy: 'sticker.ts' },
  { file: '/drawing/renderers.ts', start: 'export const renderers = { ', toy: 'sticker-renderer.ts' },
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const table = tables.find(({ file }) => url.endsWith(file))
    if (!table) return loaded
    const source = String(loaded.source)
    if (!source.includes(table.start)) throw new Error(`${url} has no "${table.start}"`)
    const toy = new URL(table.toy, import.meta.url).href
    return {
      ...loaded,
      source: `import { badge, sticker } from '${toy}'\n${source.replace(table.start, `${table.start}sticker, badge, `)}`,
    }
  },
})
