// A small world for tests: the real app on a real, empty database, and four people who hold the client. Ann owns an
// organization and a board, Bob edits it, Vic views it, Eve is a stranger with an organization of her own.

import { after, getTestContext } from 'node:test'
import { type Client, connect } from '@tessera/client'
import { pino } from 'pino'
import { type App, type AppOptions, openApp } from '../app.ts'
import { WriteLoad } from '../changes/write-load.ts'
import { type Config, readConfig } from '../config.ts'
import { type Dependencies, openDependencies } from '../dependencies.ts'
import { type Mailbox, mailbox } from './mailbox.ts'
import { joinOrganization, joinWorkspace, newOrganization, newPerson } from './people.ts'
import { workedOn } from './state-of.ts'
import { migratedPlace } from './test-database.ts'
import { until } from './until.ts'

export interface Person extends Client {
  readonly id: number
  readonly email: string
  readonly token: string
}

export interface World {
  readonly url: string
  readonly parts: Dependencies
  readonly ann: Person
  readonly bob: Person
  readonly vic: Person
  readonly eve: Person
  readonly organization: number
  /** The uid of Ann's workspace. */
  readonly board: string
  /** What was mailed to anybody. */
  readonly mail: Mailbox
  /** Somebody new, in nobody's organization. */
  person(name: string, more?: { application_role_id?: number }): Promise<Person>
  /** A request as it is, past the client. */
  send(path: string, init?: RequestInit & { as?: Person }): Promise<Response>
}

type Started = Promise<{ app: App; url: string }>

/** Files that share a process run one after the other: what one has started is ended when the next has need of a world. */
const opened = { by: '', apps: new Map<string, Started>(), closers: [] as (() => Promise<void>)[] }
after(() => endOthers(''))

async function endOthers(file = getTestContext()?.filePath ?? ''): Promise<void> {
  if (file === opened.by) return
  opened.by = file
  opened.apps.clear()
  await Promise.all(opened.closers.splice(0).map(close => close()))
}

/**
 * One app serves all tests of a file; each call makes people and a board of its own. Images and documents stay as they
 * were uploaded: what is made of them comes when it comes, and would disturb tests that are about something else.
 */
export const world = (): Promise<World> => sharedApp({ hasProcessing: false })

/** The same without a worker: what is owed after a commit stays in the queue, where a test can look at it. */
export const worldAtRest = (): Promise<World> => sharedApp({ hasWorker: false })

/** The same, with images and documents being processed. */
export const worldAtWork = (): Promise<World> => sharedApp({})

/** The same, with every change carried out on the thread that takes over where many come. */
export async function worldOnThread(): Promise<World & { app: App }> {
  const started = await startApp({}, { hasProcessing: false }, new WriteLoad({ many: 0, few: 0 }))
  const people = await populate(started.app.dependencies, started.url)
  // The first change has it started.
  await people.ann.notes.create(people.board, { text: 'first' })
  await until(async () => started.app.dependencies.writePath.runsOnWorker)
  return { ...people, app: started.app }
}

/** An app of its own, for tests that need other settings. */
export async function worldWith(
  settings: Partial<Config>,
  running: AppOptions = { hasProcessing: false },
): Promise<World & { app: App }> {
  const { app, url } = await startApp(settings, running)
  return { ...(await populate(app.dependencies, url)), app }
}

async function sharedApp(running: AppOptions): Promise<World> {
  await endOthers()
  const key = JSON.stringify(running)
  if (!opened.apps.has(key)) opened.apps.set(key, startApp({}, running))
  const { app, url } = await (opened.apps.get(key) as Started)
  return await populate(app.dependencies, url)
}

async function startApp(settings: Partial<Config> = {}, running: AppOptions = {}, pressure?: WriteLoad): Started {
  await endOthers()
  const { settings: place, drop } = await migratedPlace()
  const defaults = { ...readConfig({ LOG_LEVEL: process.env.TEST_LOG ?? 'silent' }), rateLimitPerMinute: 0 }
  const config = { ...defaults, ...place, databaseUrl: place.databaseUrl, port: 0, host: '127.0.0.1', ...settings }
  const parts = await openDependencies(config, pressure)
  if (running.hasWorker !== false) workedOn.add(parts.db)
  const app = await openApp(parts, pino({ level: config.logLevel }), running)
  const url = await app.http.listen({ port: config.port, host: '127.0.0.1' })
  opened.closers.push(async () => {
    // An answer that a test has not read to its end would be waited for, for more than a minute.
    app.http.server.closeAllConnections()
    await app.close()
    await drop()
  })
  return { app, url }
}

async function populate(parts: Dependencies, url: string): Promise<World> {
  const person = async (name: string, more: { application_role_id?: number } = {}): Promise<Person> => {
    const { token, ...known } = await newPerson(parts, name, more)
    return Object.assign(connect({ url, token, retries: 0 }), { ...known, token })
  }
  const [ann, bob, vic, eve] = await Promise.all([person('Ann'), person('Bob'), person('Vic'), person('Eve')])
  const organization = await newOrganization(parts, ann.id)
  await newOrganization(parts, eve.id)
  for (const member of [bob, vic]) await joinOrganization(parts, organization, member.id, 3)
  const { workspace } = await ann.workspaces.create(organization, { name: 'Board' })
  await joinWorkspace(parts, workspace.properties.id, [
    { user_id: bob.id, workspace_role_id: 3 },
    { user_id: vic.id, workspace_role_id: 5 },
  ])
  return {
    url,
    parts,
    ann,
    bob,
    vic,
    eve,
    organization,
    mail: mailbox(parts.config.dataDir),
    person,
    board: workspace.properties.uid,
    send: (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (as) headers.set('authorization', `Bearer ${as.token}`)
      return fetch(`${url}${path}`, { ...init, headers })
    },
  }
}
