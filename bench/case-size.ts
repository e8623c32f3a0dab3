// Whether creating a note grows dearer with what is there already: in the workspace, and in the database.

import { type Benchmark, type Finding, mediansOf } from './benchmark.ts'
import { thousandChanges } from './case-bulk.ts'
import { createRequest } from './case-create.ts'
import { requestText } from './load.ts'
import { measure, type Runs, ratioOf } from './measure.ts'
import { type Engine, engineNames, newWorkspace, type Product, startProduct } from './product.ts'

const inWorkspace = 100_000
const inDatabase = 1_000_000
const mostTimes = 1.3

const grown = (engine: Engine): Benchmark => ({
  group: 'size',
  name: `${engine}-size`,
  title: `Create a note where there is much already, ${engineNames[engine]}`,
  async run({ pace, postgresUrl }) {
    const start = async () => await startProduct(engine, await postgresUrl())
    const products = [await start(), await start(), await start()] as const
    const [empty, wide, deep] = products
    try {
      const full = await filledWorkspace(wide, inWorkspace)
      for (let left = inDatabase; left > 0; left -= inWorkspace) await filledWorkspace(deep, inWorkspace)
      const runs = await measure(pace, [
        { name: 'empty', server: empty, requests: [await createRequest(empty)] },
        { name: 'workspace of 100,000', server: wide, requests: [full] },
        { name: 'database of 1,000,000', server: deep, requests: [await createRequest(deep)] },
      ])
      const findings = [timesTheCost(runs, 'workspace of 100,000'), timesTheCost(runs, 'database of 1,000,000')]
      return { sides: mediansOf(runs), findings }
    } finally {
      for (const product of products) await product.drop()
    }
  },
})

export const sqliteSize = grown('sqlite')
export const postgresSize = grown('postgres')

const timesTheCost = (runs: Runs, side: string): Finding => ({
  what: `${side}, cost against empty`,
  unit: '×',
  ...ratioOf(runs, 'empty', side),
  atMost: mostTimes,
})

/** The request that creates one more note in the workspace. */
async function filledWorkspace(product: Product, objects: number): Promise<string> {
  const uid = await newWorkspace(product, 'Filled')
  for (let left = objects; left > 0; left -= thousandChanges.changes.length)
    await product.client.objects.change(uid, thousandChanges)
  const body = { text: 'One more' }
  return requestText('POST', `/api/workspaces/${uid}/notes`, { token: product.token, body })
}
