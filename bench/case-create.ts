// Creating a note. The response is sent after the note is durable.

import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { requestText } from './load.ts'
import { placeholder } from './load-messages.ts'
import { measure } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'

const body = { text: `Text of note ${placeholder}`, x: 120, y: -340, backgroundColor: 'Gold' }

export const createNote: Benchmark = {
  group: 'api',
  name: 'create',
  title: 'Create a note',
  async run(bench) {
    const [bare, sqlite, postgres] = [
      await bench.bare(),
      await bench.product('sqlite'),
      await bench.product('postgres'),
    ]
    const path = '/workspaces/AAAAAAAAAAAAAAAAAAAA/notes'
    const runs = await measure(bench.pace, [
      { name: 'bare route', server: bare, requests: [requestText('POST', `/bare${path}`, { body })] },
      { name: 'SQLite', server: sqlite, requests: [await createRequest(sqlite)] },
      { name: 'bare route with an INSERT', server: bare, requests: [requestText('POST', `/stored${path}`, { body })] },
      { name: 'PostgreSQL', server: postgres, requests: [await createRequest(postgres)] },
    ])
    return {
      sides: mediansOf(runs),
      findings: [
        shareOf(runs, 'SQLite', 'bare route', 0.7),
        shareOf(runs, 'PostgreSQL', 'bare route', 0.5),
        shareOf(runs, 'PostgreSQL', 'bare route with an INSERT', 1),
      ],
    }
  },
}

/** Creates notes in a new workspace. */
export async function createRequest(product: Product): Promise<string> {
  const uid = await newWorkspace(product, 'Created in')
  return requestText('POST', `/api/workspaces/${uid}/notes`, { token: product.token, body })
}
