// Many pictures at once over the API: of three people in two organizations, and of a published board without an account.

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { publish } from '../../testing/publishing.ts'
import { removeFolder, testEngine } from '../../testing/test-database.ts'
import { type Person, startAppOn, type World, worldWith } from '../../testing/world.ts'

const listLength = 1_000

/** More objects than a small picture has. */
async function fill(person: Person, board: string): Promise<void> {
  for (const offset of [0, listLength])
    await person.objects.change(board, {
      changes: Array.from({ length: offset === 0 ? listLength : 50 }, (_, index) => ({
        ...({ op: 'create', kind: 'shape' } as const),
        data: { x: ((offset + index) % 40) * 200, y: Math.floor((offset + index) / 40) * 200 },
      })),
    })
}

async function boardOfEve({ eve }: World): Promise<string> {
  const { organizations } = await eve.users.listOrganizations('me')
  const { workspace } = await eve.workspaces.create(organizations[0]?.id as number, { name: 'Hers' })
  await fill(eve, workspace.properties.uid)
  return workspace.properties.uid
}

/** The second process on the same database; SQLite has one process. */
async function startOther({ dependencies }: World): Promise<string[]> {
  if (testEngine === 'sqlite') return []
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-node-'))
  const { databaseUrl } = dependencies.config
  const { url } = await startAppOn({ settings: { dataDir, databaseUrl }, drop: () => removeFolder(dataDir) })
  return [url]
}

test('[LIM-24] all get their pictures or are asked to try again, on one node and on two', async () => {
  const made = await worldWith({})
  const { ann, bob, eve, board } = made
  await fill(ann, board)
  const hers = await boardOfEve(made)
  await publish(made)
  const urls = [made.url, ...(await startOther(made))]
  const statuses = { ann: [] as number[], bob: [] as number[], eve: [] as number[], reader: [] as number[] }
  const request = async (who: keyof typeof statuses, path: string, as?: Person) => {
    const headers = new Headers(as && { authorization: `Bearer ${as.token}` })
    const response = await fetch(path, { headers })
    await response.arrayBuffer()
    statuses[who].push(response.status)
    if (response.status !== 200) assert.ok(Number(response.headers.get('retry-after')) > 0, `${who} ${response.status}`)
  }
  const all = urls.flatMap(url => [
    ...Array.from({ length: 14 }, (_, index) =>
      request('reader', `${url}/api/published/${board}/picture?format=svg&padding=${index}`),
    ),
    ...[1, 2].flatMap(padding => [
      request('ann', `${url}/api/workspaces/${board}/picture?format=svg&padding=${padding}`, ann),
      request('bob', `${url}/api/workspaces/${board}/picture?format=svg&padding=${padding}`, bob),
      request('eve', `${url}/api/workspaces/${hers}/picture?box=0,0,200,${200 + padding}`, eve),
    ]),
  ])
  await Promise.all(all)
  const good = urls.flatMap(() => [200, 200])
  assert.deepEqual([statuses.ann, statuses.bob, statuses.eve], [good, good, good])
  assert.ok(statuses.reader.includes(200) && statuses.reader.includes(429), `${statuses.reader}`)
  assert.ok(statuses.reader.every(status => [200, 429, 503].includes(status)))
})
