// Whether creating a note gets slower as the workspace or the database grows.

import { type Benchmark, type Finding, mediansOf } from './benchmark.ts'
import { thousandChanges } from './case-bulk.ts'
import { createRequest } from './case-create.ts'
import { requestText } from './load.ts'
import { measure, type Runs, ratioOf } from './measure.ts'
import { type Engine, engineNames, newWorkspace, type Product, startProduct } from './product.ts'

const workspaceObjects = 100_000
const databaseObjects = 1_000_000
const maxRatio = 1.3

const sizeBenchmark = (engine: Engine): Benchmark => ({
  group: 'size',
  name: `${engine}-size`,
  title: `Create a note in a large database, ${engineNames[engine]}`,
  async run({ pace, postgresUrl }) {
    const start = async () => await startProduct(engine, await postgresUrl())
    const products = [await start(), await start(), await start()] as const
    const [empty, wide, deep] = products
    try {
      const full = await filledWorkspace(wide, workspaceObjects)
      for (let left = databaseObjects; left > 0; left -= workspaceObjects) await filledWorkspace(deep, workspaceObjects)
      const runs = await measure(pace, [
        { name: 'empty', server: empty, requests: [await createRequest(empty)] },
        { name: 'workspace of 100,000', server: wide, requests: [full] },
        { name: 'database of 1,000,000', server: deep, requests: [await createRequest(deep)] },
      ])
      const findings = [costFinding(runs, 'workspace of 100,000'), costFinding(runs, 'database of 1,000,000')]
      return { sides: mediansOf(runs), findings }
    } finally {
      for (const product of products) await product.drop()
    }
  },
})

export const sqliteSize = sizeBenchmark('sqlite')
export const postgresSize = sizeBenchmark('postgres')

const costFinding = (runs: Runs, side: string): Finding => ({
  what: `${side}, cost against empty`,
  unit: '×',
  ...ratioOf(runs, 'empty', side),
  atMost: maxRatio,
})

/** The request that creates one more note in the workspace. */
async function filledWorkspace(product: Product, objects: number): Promise<string> {
  const uid = await newWorkspace(product, 'Filled')
  for (let left = objects; left > 0; left -= thousandChanges.changes.length)
    await product.client.objects.change(uid, thousandChanges)
  const body = { text: 'One more' }
  return requestText('POST', `/api/workspaces/${uid}/notes`, { token: product.token, body })
}
