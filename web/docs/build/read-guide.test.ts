// How Markdown becomes a guide.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../testing/golden-description.ts'
import { guideSources } from '../../testing/guide-texts.ts'
import { pageAddress } from './guide-links.ts'
import { readGuide } from './read-guide.ts'

const head = '---\ntitle: Webhooks\nsummary: "Events, pushed."\norder: 3\nsection: Guides\n---\n\n'
const read = (text: string) => readGuide({ slug: 'webhooks', text: head + text })

test('[DOC-4] the front matter names a guide, and a guide without it does not build', () => {
  const { slug, title, summary, order, section } = read('Text.')
  assert.deepEqual([slug, title, summary, order, section], ['webhooks', 'Webhooks', 'Events, pushed.', 3, 'Guides'])
  assert.throws(() => readGuide({ slug: 'x', text: '# No front matter' }), /x\.md has no front matter/)
  assert.throws(() => readGuide({ slug: 'x', text: head.replace('Guides', 'Else') }), /section must be one of/)
  assert.throws(() => readGuide({ slug: 'x', text: head.replace('order: 3\n', '') }), /has no order/)
})

test('[DOC-4] consecutive samples with a tab are one block, others stand alone', () => {
  const { blocks } = read(
    [
      '```sh tab="curl"\ncurl x\n```\n\n```ts tab="TypeScript"\nawait x\n```',
      'Then:',
      '```ts tab="TypeScript"\nagain\n```',
      '```json\n{}\n```',
    ].join('\n\n'),
  )
  const shapes = blocks.map(block => (block.kind === 'code' ? block.samples.map(({ label }) => label) : 'text'))
  assert.deepEqual(shapes, [['curl', 'TypeScript'], 'text', ['TypeScript'], ['JSON']])
})

test('[DOC-4] headings have ids, and the same heading twice has two', () => {
  const { headings, blocks } = read('# Webhooks\n\n## Verify `it`\n\n### Verify it\n\n#### Deep')
  assert.deepEqual(headings, [
    { id: 'verify-it', title: 'Verify it', level: 2 },
    { id: 'verify-it-1', title: 'Verify it', level: 3 },
  ])
  const html = blocks[0]?.kind === 'html' ? blocks[0].html : ''
  assert.match(
    html,
    /^<h2 id="verify-it" data-title="Verify it" tabindex="-1">Verify <code>it<\/code><a class="heading-link"/,
  )
  assert.doesNotMatch(html, /<h1/)
})

test('[DOC-4] links lead to pages of the site, notes are marked, and tables can scroll', () => {
  const { blocks } = read(
    '[a](lists.md#pages) [b](operation:notes.create) [c](https://example.com)\n\n> [!WARNING]\n> Hot.\n\n|a|b|\n|-|-|\n|1|2|',
  )
  const html = blocks[0]?.kind === 'html' ? blocks[0].html : ''
  assert.match(html, /href="\/docs\/lists#pages"/)
  assert.match(html, /href="\/docs\/reference\/notes#notes\.create"/)
  assert.match(html, /href="https:\/\/example\.com"/)
  assert.match(html, /<div class="callout callout-warning" role="note"><p>Hot\.<\/p>/)
  assert.match(html, /<div class="guide-table" tabindex="0"><table>/)
})

test('[DOC-4] the search gets the words below each heading, without marks and code', () => {
  assert.deepEqual(read('Some *text*.\n\n## Verify\n\n```sh\ncode\n```\n\n- one\n- `two` & more').parts, [
    { id: '', title: 'Webhooks', text: 'Some text.' },
    { id: 'verify', title: 'Verify', text: 'one two & more' },
  ])
})

test('[DOC-4] every link of every guide leads somewhere', () => {
  const guides = guideSources.map(source => readGuide(source))
  const addresses = new Set([
    '/docs',
    '/docs/reference',
    ...guides.flatMap(({ slug, headings }) => [`/docs/${slug}`, ...headings.map(({ id }) => `/docs/${slug}#${id}`)]),
    ...operations.flatMap(({ noun, id }) => [`/docs/reference/${noun}`, `/docs/reference/${noun}#${id}`]),
  ])
  const broken = guideSources.flatMap(({ slug, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, href = '']) => pageAddress(href.startsWith('#') ? `${slug}.md${href}` : href))
      .filter(address => address.startsWith('/docs') && !addresses.has(address))
      .map(address => `${slug}.md: ${address}`),
  )
  assert.deepEqual(broken, [])
})
