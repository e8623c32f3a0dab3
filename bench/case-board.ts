// Creating and updating shapes and connectors, compared with notes in the same run: they should cost about the same.

import type { KindName } from '@tessera/contract'
import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { requestText } from './load.ts'
import { placeholder } from './load-messages.ts'
import { connections, measure } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'

/** Within 1.2 times the cost of a note. */
const atLeast = 1 / 1.2

export const createBoardKinds: Benchmark = {
  group: 'api',
  name: 'create-board',
  title: 'Create shapes and connectors',
  async run(bench) {
    const sqlite = await bench.product('sqlite')
    const runs = await measure(bench.pace, [
      { name: 'note', server: sqlite, requests: [await createRequest(sqlite, 'notes')] },
      { name: 'shape', server: sqlite, requests: [await createRequest(sqlite, 'shapes')] },
      { name: 'connector', server: sqlite, requests: [await createRequest(sqlite, 'connectors')] },
    ])
    return { sides: mediansOf(runs), findings: findingsOf(runs) }
  },
}

export const updateBoardKinds: Benchmark = {
  group: 'api',
  name: 'update-board',
  title: 'Update shapes and connectors',
  async run(bench) {
    const sqlite = await bench.product('sqlite')
    const runs = await measure(bench.pace, [
      { name: 'note', server: sqlite, requests: await updateRequests(sqlite, 'note', 'notes') },
      { name: 'shape', server: sqlite, requests: await updateRequests(sqlite, 'shape', 'shapes') },
      { name: 'connector', server: sqlite, requests: await updateRequests(sqlite, 'connector', 'connectors') },
    ])
    return { sides: mediansOf(runs), findings: findingsOf(runs) }
  },
}

type Runs = Parameters<typeof mediansOf>[0]

const findingsOf = (runs: Runs) => [
  shareOf(runs, 'shape', 'note', atLeast),
  shareOf(runs, 'connector', 'note', atLeast),
]

type Path = 'notes' | 'shapes' | 'connectors'

async function createRequest(product: Product, path: Path): Promise<string> {
  const { uid, ends } = await newFlow(product)
  const bodies = {
    notes: { text: `Text ${placeholder}`, x: 120, y: -340 },
    shapes: { text: `Text ${placeholder}`, x: 120, y: -340 },
    connectors: { ...ends, label: `Text ${placeholder}` },
  }
  return requestText('POST', `/api/workspaces/${uid}/${path}`, { token: product.token, body: bodies[path] })
}

/** Each connection updates its own object, with a different text each time. */
async function updateRequests(product: Product, kind: KindName, path: Path): Promise<string[]> {
  const { uid, ends } = await newFlow(product)
  const data = path === 'connectors' ? ends : { text: 'as it was' }
  const changes = Array.from({ length: connections }, () => ({ op: 'create' as const, kind, data }))
  const { results } = await product.client.objects.change(uid, { changes })
  const body = path === 'connectors' ? { label: `Text ${placeholder}` } : { text: `Text ${placeholder}` }
  return results.map(result => {
    const { id } = Object.values(result)[0] as { id: string }
    return requestText('PUT', `/api/workspaces/${uid}/${path}/${id}`, { token: product.token, body })
  })
}

/** A workspace with two shapes, and the ends of a connector between them. */
async function newFlow(product: Product) {
  const uid = await newWorkspace(product, 'Connected in')
  const [from, to] = await Promise.all(
    [0, 900].map(async x => ({
      id: (await product.client.shapes.create(uid, { x })).shape.id,
      anchor: 'auto' as const,
    })),
  )
  return { uid, ends: { from, to } }
}
