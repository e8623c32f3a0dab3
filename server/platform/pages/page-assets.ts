// The stylesheet, script, logo and mosaic of the pages that the server renders, from the same sources as the web build. Their paths
// contain a hash of the content.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mosaicPaths, toneColors } from '@tessera/drawing/mosaic'
import type { PageRoute } from './page.ts'

interface Asset<Body extends string | Buffer = string> {
  readonly path: string
  readonly type: string
  readonly body: Body
}

const shared = join(import.meta.dirname, '../../../web/ui')
const styles = [
  ...['tokens.css', 'ui-font.css', 'base.css', 'button.css', 'text-field.css'].map(name => join(shared, name)),
  join(import.meta.dirname, 'pages.css'),
]

/** Named as in the stylesheet of the web build. */
const fontFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const fontPath = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
const font = asset('inter', '.woff2', 'font/woff2', readFileSync(fontPath))

export const assets = {
  font,
  stylesheet: asset(
    'pages',
    '.css',
    'text/css; charset=utf-8',
    styles.map(read).join('\n').replace(fontFile, font.path),
  ),
  passkeys: asset('passkeys', '.js', 'text/javascript; charset=utf-8', read(join(import.meta.dirname, 'passkeys.js'))),
  mark: picture('mark', read(join(shared, 'mark.svg'))),
  mosaic: picture('mosaic', mosaic(0)),
  darkMosaic: picture('mosaic-dark', mosaic(1)),
}

export const assetRoutes = (): PageRoute[] =>
  Object.values(assets).map(({ path, type, body }) => ({
    method: 'GET',
    path,
    errorFormat: 'html',
    run: async () => ({
      file: { type, body },
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    }),
  }))

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

function mosaic(theme: 0 | 1): string {
  const plan = { width: 800, height: 960, tile: 32, seed: 11 }
  const paths = mosaicPaths(plan).map(({ tone, path }) => `<path fill="${toneColors[tone][theme]}" d="${path}"/>`)
  const size = `width="${plan.width}" height="${plan.height}" viewBox="0 0 ${plan.width} ${plan.height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${paths.join('')}</svg>`
}

function picture(name: string, body: string): Asset {
  return asset(name, '.svg', 'image/svg+xml', body)
}

function asset<Body extends string | Buffer>(name: string, ending: string, type: string, body: Body): Asset<Body> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10)
  return { path: `/assets/${name}-${hash}${ending}`, type, body }
}
