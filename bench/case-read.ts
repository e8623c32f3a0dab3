// Reads: one workspace, a page of workspaces, a page of notes.

import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { pageSize } from './fixtures.ts'
import { requestText } from './load.ts'
import { measure } from './measure.ts'

/** `path` is that of the operation, with the workspace's uid for `:board`. */
const readBenchmark = (name: string, title: string, path: string): Benchmark => ({
  group: 'api',
  name,
  title,
  async run(bench) {
    const [bare, sqlite, postgres] = [
      await bench.bare(),
      await bench.product('sqlite'),
      await bench.product('postgres'),
    ]
    const requests = (prefix: string, board: string, token?: string) => [
      requestText('GET', prefix + path.replace(':board', board), token === undefined ? {} : { token }),
    ]
    const uid = bare.fixtures.workspace.workspace.properties.uid
    const runs = await measure(bench.pace, [
      { name: 'bare route', server: bare, requests: requests('/bare', uid) },
      { name: 'SQLite', server: sqlite, requests: requests('/api', sqlite.board, sqlite.token) },
      { name: 'bare route with a SELECT', server: bare, requests: requests('/stored', uid) },
      { name: 'PostgreSQL', server: postgres, requests: requests('/api', postgres.board, postgres.token) },
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

export const readWorkspace = readBenchmark('read', 'Read a workspace', '/workspaces/:board')
export const listWorkspaces = readBenchmark(
  'list-workspaces',
  `List ${pageSize} workspaces of 40`,
  `/users/me/workspaces?limit=${pageSize}`,
)
export const listNotes = readBenchmark(
  'list-notes',
  `List ${pageSize} notes of 40`,
  `/workspaces/:board/notes?limit=${pageSize}`,
)
