// What is read: one workspace, a page of workspaces, a page of notes.

import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { pageSize } from './fixtures.ts'
import { requestText } from './load.ts'
import { measure } from './measure.ts'

/** `path` is that of the operation, with the workspace's uid for `:board`. */
const reading = (name: string, title: string, path: string): Benchmark => ({
  group: 'api',
  name,
  title,
  async run(bench) {
    const [bare, sqlite, postgres] = [
      await bench.bare(),
      await bench.product('sqlite'),
      await bench.product('postgres'),
    ]
    const ask = (prefix: string, board: string, token?: string) => [
      requestText('GET', prefix + path.replace(':board', board), token === undefined ? {} : { token }),
    ]
    const known = bare.fixtures.workspace.workspace.properties.uid
    const runs = await measure(bench.pace, [
      { name: 'bare route', server: bare, requests: ask('/bare', known) },
      { name: 'SQLite', server: sqlite, requests: ask('/api', sqlite.board, sqlite.token) },
      { name: 'bare route with a SELECT', server: bare, requests: ask('/stored', known) },
      { name: 'PostgreSQL', server: postgres, requests: ask('/api', postgres.board, postgres.token) },
    ])
    return {
      sides: mediansOf(runs),
      findings: [
        shareOf(runs, 'SQLite', 'bare route', 0.6),
        shareOf(runs, 'PostgreSQL', 'bare route with a SELECT', 0.8),
      ],
    }
  },
})

export const readWorkspace = reading('read', 'Read a workspace', '/workspaces/:board')
export const listWorkspaces = reading(
  'list-workspaces',
  `List ${pageSize} workspaces of 40`,
  `/users/me/workspaces?limit=${pageSize}`,
)
export const listNotes = reading(
  'list-notes',
  `List ${pageSize} notes of 40`,
  `/workspaces/:board/notes?limit=${pageSize}`,
)
