// The stylesheet and the mark of the server's own pages, made of the same sources as those of the web build, so that both
// look alike. Their addresses carry a hash of what is in them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageRoute } from '../page.ts'

interface Asset {
  readonly path: string
  readonly type: string
  readonly body: string
}

const shared = join(import.meta.dirname, '../../web/ui')
const styles = [
  ...['tokens.css', 'base.css', 'button.css', 'text-field.css'].map(name => join(shared, name)),
  join(import.meta.dirname, 'pages.css'),
]

export const assets = {
  stylesheet: asset('pages', '.css', 'text/css; charset=utf-8', styles.map(read).join('\n')),
  mark: asset('mark', '.svg', 'image/svg+xml', read(join(shared, 'mark.svg'))),
}

export const assetRoutes = (): PageRoute[] =>
  Object.values(assets).map(({ path, type, body }) => ({
    method: 'GET',
    path,
    speaks: 'html',
    run: async () => ({
      file: { type, body },
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    }),
  }))

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

function asset(name: string, ending: string, type: string, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10)
  return { path: `/assets/${name}-${hash}${ending}`, type, body }
}
