// A thousand changes in one request, all or nothing.

import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { requestText } from './load.ts'
import { measure } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'

const changeCount = 1_000

export const thousandChanges = {
  changes: Array.from({ length: changeCount }, (_, index) => ({
    op: 'create' as const,
    kind: 'note' as const,
    data: { text: `Text of note ${index}`, x: index * 10, y: index * 20, backgroundColor: 'Gold' },
  })),
}

export const bulk: Benchmark = {
  group: 'api',
  name: 'bulk',
  title: 'A thousand changes in one request',
  async run(bench) {
    const [bare, sqlite, postgres] = [
      await bench.bare(),
      await bench.product('sqlite'),
      await bench.product('postgres'),
    ]
    const body = thousandChanges
    const path = '/workspaces/AAAAAAAAAAAAAAAAAAAA/changes'
    const runs = await measure(bench.pace, [
      { name: 'bare route', server: bare, requests: [requestText('POST', `/bare${path}`, { body })] },
      { name: 'SQLite', server: sqlite, requests: [await changeRequest(sqlite)] },
      { name: 'bare route with an INSERT', server: bare, requests: [requestText('POST', `/stored${path}`, { body })] },
      { name: 'PostgreSQL', server: postgres, requests: [await changeRequest(postgres)] },
    ])
    return {
      sides: mediansOf(runs),
      findings: [
        shareOf(runs, 'SQLite', 'bare route', 0.4),
        shareOf(runs, 'PostgreSQL', 'bare route'),
        shareOf(runs, 'PostgreSQL', 'bare route with an INSERT', 0.6),
      ],
    }
  },
}

export async function changeRequest(product: Product): Promise<string> {
  const uid = await newWorkspace(product, 'Changed')
  return requestText('POST', `/api/workspaces/${uid}/changes`, { token: product.token, body: thousandChanges })
}
