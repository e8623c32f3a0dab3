// Markdown as canvases, notes and texts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf } from '../board-bounds.ts'
import { importLimits } from '../board-content.ts'
import { readMarkdown } from './read-markdown.ts'

const read = async (text: string) => await readMarkdown(Buffer.from(text), importLimits)

const sample = `---
tags: x
---
Before.

# Plan
A paragraph
of two lines with **bold**.

- first
  goes on
- [x] done
  - deeper
1. numbered

## Costs
> quoted

\`\`\`js
# no heading
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

![A fox](https://example.com/fox.png)
![Own](fox.png)

Underlined
==========
***
`

test('[IMP-23] headings, lists, paragraphs, quotes, code, tables and pictures', async () => {
  const { objects, adapted } = await read(sample)
  assert.deepEqual(
    objects.map(({ kind, data }) => [kind, data.name ?? data.url ?? data.text]),
    [
      ['text', 'Before.'],
      ['canvas', 'Plan'],
      ['text', 'A paragraph\nof two lines with **bold**.'],
      ['note', 'first\ngoes on'],
      ['note', '☑ done'],
      ['note', 'deeper'],
      ['note', 'numbered'],
      ['canvas', 'Plan / Costs'],
      ['text', 'quoted'],
      ['text', '# no heading'],
      ['text', '| a | b |\n|---|---|\n| 1 | 2 |'],
      ['browser', 'https://example.com/fox.png'],
      ['shape', 'Own'],
      ['canvas', 'Underlined'],
    ],
  )
  assert.deepEqual(
    adapted.map(({ code }) => code),
    ['picture_by_address', 'file_by_path'],
  )
})

test('[IMP-23] everything below a heading lies on its canvas, and nothing overlaps', async () => {
  const { objects } = await read(sample)
  const boxes = objects.map(object => ({ kind: object.kind, ...boundsOf(object) }))
  const canvases = boxes.filter(({ kind }) => kind === 'canvas')
  const inside = boxes.slice(1).filter(({ kind }) => kind !== 'canvas')
  const contains = (a: (typeof boxes)[number], b: (typeof boxes)[number]) =>
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height
  for (const box of inside) assert.equal(canvases.filter(canvas => contains(canvas, box)).length, 1)
  const overlap = (a: (typeof boxes)[number], b: (typeof boxes)[number]) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  for (const [index, a] of inside.entries()) for (const b of inside.slice(index + 1)) assert.ok(!overlap(a, b))
})
