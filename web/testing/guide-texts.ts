// The guides as the search reads them, for tests.

import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readGuide } from '../docs/build/read-guide.ts'

const folder = new URL('../../docs/guides/', import.meta.url)

export const guideSources = readdirSync(folder)
  .filter(name => name.endsWith('.md'))
  .map(name => ({ slug: basename(name, '.md'), text: readFileSync(new URL(name, folder), 'utf8') }))

export const guideTexts = guideSources.map(source => readGuide(source))
