// Three servers behind HAProxy are restarted one after the other, while programs read and write and people have boards
// open. Not for the embedded database, which has one process.

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type BoardObject, type Client, type LiveWorkspace, openLive } from '@tessera/client'
import { Pool } from 'undici'
import type { DatabaseSettings } from '../platform/db/open-database.ts'
import { type Haproxy, startHaproxy } from '../testing/haproxy.ts'
import {
  createPeople,
  findFreePort,
  type LaunchedProcess,
  launchProcess,
  type Token,
} from '../testing/server-process.ts'
import { migratedLocation, removeFolder, testEngine } from '../testing/test-database.ts'
import { pollUntil } from '../testing/until.ts'

const [connections, minRequests, liveClients] = [50, 10_000, 24]

if (testEngine === 'postgres') describe('a rolling restart', testRollingRestart)

function testRollingRestart(): void {
  const closers: (() => Promise<unknown>)[] = []
  let requests: Requests
  let live: LiveClients

  before(async () => {
    const { settings, drop } = await migratedLocation()
    closers.push(drop)
    const { ann, organization } = await createPeople(settings)
    const nodes = await Promise.all([1, 2, 3].map(() => newNode(settings)))
    closers.push(() => Promise.all(nodes.map(node => node.remove())))
    await Promise.all(nodes.map(node => node.start()))
    const proxy = await startHaproxy(
      nodes.map(({ url }) => url),
      '/health/ready?exclude=storage',
    )
    closers.push(() => proxy.close())
    await proxy.untilUp(nodes.length)
    const { workspace } = await ann.at(proxy.url).workspaces.create(organization, { name: 'Restarted' })
    const board = workspace.properties.uid
    requests = new Requests(proxy, board, ann)
    live = new LiveClients(proxy, board, ann)
    await live.connected()
    const running = [requests.run(), live.run()]
    try {
      for (const node of nodes) {
        await node.restart()
        await proxy.untilUp(nodes.length)
      }
    } finally {
      requests.finish()
      live.finish()
      await Promise.all(running)
    }
  })
  after(async () => {
    live?.close()
    for (const close of closers.reverse()) await close()
  })

  test('[OPS-11] no request fails, and every write is stored once', async () => {
    assert.deepEqual(requests.failures, [])
    assert.ok(requests.count >= minRequests)
    assert.deepEqual(await requests.storedTexts(), requests.writtenTexts)
  })

  test('[OPS-12] live clients are connected again, and have every change', async () => {
    await live.connected()
    await live.converge()
    assert.deepEqual(live.refused, [])
  })
}

async function newNode(settings: DatabaseSettings) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-node-'))
  const port = await findFreePort()
  let server: LaunchedProcess | undefined
  const start = async () => {
    server = launchProcess(port, { ...settings, dataDir }, { DRAIN_SECONDS: '2' })
    await server.started
  }
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    async restart() {
      await server?.stop()
      await start()
    },
    async remove() {
      await server?.kill()
      await removeFolder(dataDir)
    },
  }
}

/** Programs that read and write on kept-alive connections, each one request after the other. */
class Requests {
  readonly failures: string[] = []
  readonly #written: string[] = []
  count = 0
  #isFinishing = false
  readonly #pool: Pool
  readonly #client: Client
  readonly #board: string
  readonly #path: string
  readonly #headers: Record<string, string>

  constructor({ url }: Haproxy, board: string, { token, at }: Token) {
    this.#pool = new Pool(url, { connections, pipelining: 1 })
    this.#client = at(url)
    this.#board = board
    this.#path = `/api/workspaces/${board}`
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: connections }, (_, program) => this.#runProgram(program)))
  }

  finish(): void {
    this.#isFinishing = true
  }

  get writtenTexts(): string[] {
    return this.#written.toSorted()
  }

  async storedTexts(): Promise<string[]> {
    await this.#pool.close()
    return textsOf(await Array.fromAsync(this.#client.objects.list.all(this.#board)), 'program ')
  }

  async #runProgram(program: number): Promise<void> {
    for (let index = 0; !this.#isFinishing || this.count < minRequests; index++) {
      if (index % 4 > 0) await this.#send('GET', this.#path)
      else {
        const text = `program ${program}, note ${index}`
        if ((await this.#send('POST', `${this.#path}/notes`, { text })) !== null) this.#written.push(text)
      }
    }
  }

  /** The body of a successful response. */
  async #send(method: 'GET' | 'POST', path: string, body?: object): Promise<string | null> {
    this.count += 1
    try {
      const more = body ? { body: JSON.stringify(body) } : {}
      const response = await this.#pool.request({ method, path, headers: this.#headers, ...more })
      const text = await response.body.text()
      if (response.statusCode < 300) return text
      this.failures.push(`${method} ${response.statusCode} ${text}`)
    } catch (error) {
      this.failures.push(`${method} ${error}`)
    }
    return null
  }
}

/** People who have the board open and edit it. */
class LiveClients {
  readonly refused: unknown[] = []
  readonly #lives: readonly LiveWorkspace[]
  readonly #made: string[] = []
  #isFinishing = false

  constructor({ url }: Haproxy, workspaceId: string, { token }: Token) {
    this.#lives = Array.from({ length: liveClients }, () => openLive({ url, workspaceId, token: () => token }))
  }

  async connected(): Promise<void> {
    await pollUntil(
      async () => this.#lives.map(({ state }) => state),
      states => states.every(state => state === 'live'),
    )
  }

  async run(): Promise<void> {
    for (let index = 0; !this.#isFinishing; index++) {
      const [who, text] = [index % liveClients, `change ${index}`]
      this.#made.push(text)
      const pending = this.#lives[who]?.change([{ op: 'create', kind: 'note', data: { text } }])
      pending?.results.catch(error => this.refused.push(error))
      await delay(20)
    }
  }

  finish(): void {
    this.#isFinishing = true
  }

  /** Waits until every client shows every change once. */
  async converge(): Promise<void> {
    const expected = this.#made.toSorted()
    for (const live of this.#lives)
      assert.deepEqual(
        await pollUntil(
          async () => textsOf(live.objects.values(), 'change '),
          shown => live.pending === 0 && shown.length >= expected.length,
        ),
        expected,
      )
  }

  close(): void {
    for (const live of this.#lives) live.close()
  }
}

const textsOf = (objects: Iterable<BoardObject>, prefix: string) =>
  [...objects].flatMap(one => ('text' in one && one.text.startsWith(prefix) ? [one.text] : [])).toSorted()
