// Reads: one workspace, a page of workspaces, a page of notes. Every connection has a token and a workspace of its own:
// equal reads with the same token would share a query.

import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { type BoardReader, pageSize, readerCount } from './fixtures.ts'
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
    const requests = (readers: readonly BoardReader[]) =>
      readers.map(({ board, token }) => requestText('GET', `/api${path.replace(':board', board)}`, { token }))
    const uid = bare.fixtures.workspace.workspace.properties.uid
    const bareRequests = (prefix: string) => [requestText('GET', prefix + path.replace(':board', uid))]
    const runs = await measure(bench.pace, [
      { name: 'bare route', server: bare, requests: bareRequests('/bare') },
      { name: 'SQLite', server: sqlite, requests: requests(sqlite.readers) },
      { name: 'bare route with a SELECT', server: bare, requests: bareRequests('/stored') },
      { name: 'PostgreSQL', server: postgres, requests: requests(postgres.readers) },
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
  `List ${pageSize} workspaces of ${readerCount}`,
  `/users/me/workspaces?limit=${pageSize}`,
)
export const listNotes = readBenchmark(
  'list-notes',
  `List ${pageSize} notes of 40`,
  `/workspaces/:board/notes?limit=${pageSize}`,
)
