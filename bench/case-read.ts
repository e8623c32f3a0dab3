// Reads: one workspace, a page of workspaces, a page of notes. Every connection has a token and a workspace of its own:
// equal reads with the same token would share a query.

import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { type BoardReader, pageSize, readerCount } from './fixtures.ts'
import { requestText } from './load.ts'
import { measure } from './measure.ts'

/** The paths of the operations, with the workspace's uid for `:board`. */
export const readPaths = {
  workspace: '/workspaces/:board',
  workspaces: `/users/me/workspaces?limit=${pageSize}`,
  notes: `/workspaces/:board/notes?limit=${pageSize}`,
}

export const readRequests = (readers: readonly BoardReader[], path: string) =>
  readers.map(({ board, token }) => requestText('GET', `/api${path.replace(':board', board)}`, { token }))

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
    const uid = bare.fixtures.workspace.workspace.properties.uid
    const bareRequests = (prefix: string) => [requestText('GET', prefix + path.replace(':board', uid))]
    const runs = await measure(bench.pace, [
      { name: 'bare route', server: bare, requests: bareRequests('/bare') },
      { name: 'SQLite', server: sqlite, requests: readRequests(sqlite.readers, path) },
      { name: 'bare route with a SELECT', server: bare, requests: bareRequests('/stored') },
      { name: 'PostgreSQL', server: postgres, requests: readRequests(postgres.readers, path) },
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

export const readWorkspace = readBenchmark('read', 'Read a workspace', readPaths.workspace)
export const listWorkspaces = readBenchmark(
  'list-workspaces',
  `List ${pageSize} workspaces of ${readerCount}`,
  readPaths.workspaces,
)
export const listNotes = readBenchmark('list-notes', `List ${pageSize} notes of 40`, readPaths.notes)
