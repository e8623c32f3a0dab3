// A first request in every language, for the start page.

import type { CodeSample } from './guides/guide.ts'

export const firstRequest = (origin: string, text: string): CodeSample[] => [
  {
    label: 'curl',
    code: `curl ${origin}/api/workspaces/$BOARD/notes \\
  -H "Authorization: Bearer $TESSERA_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "${text}", "x": 120, "y": 80}'`,
  },
  {
    label: 'TypeScript',
    code: `import { connect } from '@tessera/client'

const client = connect({ url: '${origin}', token })

const { note } = await client.notes.create(workspaceId, {
  text: '${text}',
  x: 120,
  y: 80,
})`,
  },
  {
    label: 'Python',
    code: `from tessera import connect

client = connect("${origin}", token=token)

client.notes.create(workspace_id, {
    "text": "${text}",
    "x": 120,
    "y": 80,
})`,
  },
]
