// Updating a note. Each connection updates its own note, with a different text each time.

import { type Bench, type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { requestText } from './load.ts'
import { placeholder } from './load-messages.ts'
import { connections, measure } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'

const body = { text: `Text of note ${placeholder}`, backgroundColor: 'Blue' }

export const updateNote: Benchmark = {
  group: 'api',
  name: 'update',
  title: 'Update a note',
  async run(bench) {
    const [sqlite, postgres] = [await bench.product('sqlite'), await bench.product('postgres')]
    const runs = await measure(bench.pace, [
      await bareSide(bench, 'bare route', 'bare'),
      { name: 'SQLite', server: sqlite, requests: await updateRequests(sqlite) },
      await bareSide(bench, 'bare route with an UPDATE', 'stored'),
      { name: 'PostgreSQL', server: postgres, requests: await updateRequests(postgres) },
    ])
    return {
      sides: mediansOf(runs),
      findings: [
        shareOf(runs, 'SQLite', 'bare route', 0.7),
        shareOf(runs, 'PostgreSQL', 'bare route', 0.5),
        shareOf(runs, 'PostgreSQL', 'bare route with an UPDATE', 1),
      ],
    }
  },
}

async function bareSide(bench: Bench, name: string, prefix: 'bare' | 'stored') {
  const server = await bench.bare()
  const requests = server.fixtures.notes.notes.map(({ id }) =>
    requestText('PUT', `/${prefix}/workspaces/AAAAAAAAAAAAAAAAAAAA/notes/${id}`, { body }),
  )
  return { name, server, requests }
}

export const updateRequests = async (product: Product) =>
  await noteUpdates(product, await newWorkspace(product, 'Updated in'))

/** A note for each connection. */
export async function noteUpdates(product: Product, uid: string): Promise<string[]> {
  const create = { op: 'create', kind: 'note', data: { text: 'as it was' } } as const
  const { results } = await product.client.objects.change(uid, { changes: Array(connections).fill(create) })
  return results.map(result => {
    const { id } = (result as { note: { id: string } }).note
    return requestText('PUT', `/api/workspaces/${uid}/notes/${id}`, { token: product.token, body })
  })
}
