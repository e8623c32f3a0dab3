// The guides as Markdown files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownFiles } from './markdown-files.ts'

const openApi = { info: { description: 'About' }, servers: [{ url: '/api' }], tags: [], paths: {}, components: { schemas: { ObjectKind: { enum: [] } } } }

test('[DOC-6] in the Markdown of a guide the name of a tab is above its sample, and nothing else of its fence is left', () => {
  const front = '---\ntitle: Agents\nsummary: Connect one.\norder: 1\nsection: Guides\n---\n'
  const body =
    '```sh tab="Claude Code" run\nclaude\n```\n\n- In a list:\n  ```json tab="VS Code"\n  {}\n  ```\n\n```ts run\nx\n```\n'
  const [guide] = markdownFiles([{ slug: 'agents', text: front + body } as never], openApi)
  assert.match(
    guide?.text ?? '',
    /\*\*Claude Code\*\*\n\n```sh\nclaude\n```\n\n- In a list:\n {2}\*\*VS Code\*\*\n\n {2}```json\n {2}\{\}\n {2}```\n\n```ts\nx\n```\n$/,
  )
})
