// Creating and updating shapes and connectors, compared with notes in the same run: they should cost about the same.

import { kinds } from '@tessera/contract'
import { type Benchmark, mediansOf, shareOf } from './benchmark.ts'
import { requestText } from './load.ts'
import { placeholder } from './load-messages.ts'
import { connections, measure, type Side } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'

/** The target: within 1.2 times the cost of a note. */
const atLeast = 1 / 1.2

const measuredKinds = ['note', 'shape', 'connector'] as const
type MeasuredKind = (typeof measuredKinds)[number]

export const createBoardKinds = boardKinds('create-board', 'Create shapes and connectors', createRequests)
export const updateBoardKinds = boardKinds('update-board', 'Update shapes and connectors', updateRequests)

function boardKinds(
  name: string,
  title: string,
  requestsFor: (product: Product, kind: MeasuredKind) => Promise<string[]>,
): Benchmark {
  return {
    group: 'api',
    name,
    title,
    async run(bench) {
      const server = await bench.product('sqlite')
      const sides: Side[] = []
      for (const kind of measuredKinds) sides.push({ name: kind, server, requests: await requestsFor(server, kind) })
      const runs = await measure(bench.pace, sides)
      const findings = measuredKinds.slice(1).map(kind => shareOf(runs, kind, 'note', atLeast))
      return { sides: mediansOf(runs), findings }
    },
  }
}

async function createRequests(product: Product, kind: MeasuredKind): Promise<string[]> {
  const { uid, ends } = await newFlow(product)
  const bodies = {
    note: { text: `Text ${placeholder}`, x: 120, y: -340 },
    shape: { text: `Text ${placeholder}`, x: 120, y: -340 },
    connector: { ...ends, label: `Text ${placeholder}` },
  }
  const path = `/api/workspaces/${uid}/${kinds[kind].path}`
  return [requestText('POST', path, { token: product.token, body: bodies[kind] })]
}

/** Each connection updates its own object, with a different text each time. */
async function updateRequests(product: Product, kind: MeasuredKind): Promise<string[]> {
  const { uid, ends } = await newFlow(product)
  const { path } = kinds[kind]
  const data = { note: { text: 'as it was' }, shape: { text: 'as it was' }, connector: ends }[kind]
  const changes = Array.from({ length: connections }, () => ({ op: 'create' as const, kind, data }))
  const { results } = await product.client.objects.change(uid, { changes })
  const text = `Text ${placeholder}`
  const body = { note: { text }, shape: { text }, connector: { label: text } }[kind]
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
