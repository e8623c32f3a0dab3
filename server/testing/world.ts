// The test harness: the real app on a real, empty database, and four people with clients. Ann owns an organization and a
// board, Bob edits it, Vic views it, Eve is a stranger with an organization of her own.

import { after, getTestContext } from 'node:test'
import { type Client, connect } from '@tessera/client'
import { pino } from 'pino'
import { type App, type AppOptions, openApp } from '../app.ts'
import { WriteLoad } from '../board/changes/write-load.ts'
import { type Dependencies, openDependencies } from '../dependencies.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { databasesWithWorker } from './database-state.ts'
import { type Mailbox, mailbox } from './mailbox.ts'
import { joinOrganization, joinWorkspace, newOrganization, newPerson } from './people.ts'
import { type DatabaseLocation, migratedLocation } from './test-database.ts'
import { until } from './until.ts'

export interface Person extends Client {
  readonly id: number
  readonly email: string
  readonly token: string
}

export interface World {
  readonly url: string
  readonly dependencies: Dependencies
  readonly ann: Person
  readonly bob: Person
  readonly vic: Person
  readonly eve: Person
  readonly organization: number
  /** The uid of Ann's workspace. */
  readonly board: string
  /** All mail that was sent. */
  readonly mail: Mailbox
  /** A new user who is in no organization. */
  person(name: string, more?: { application_role_id?: number }): Promise<Person>
  /** A raw request without the client. */
  send(path: string, init?: RequestInit & { as?: Person }): Promise<Response>
}

type StartedApp = Promise<{ app: App; url: string }>

/** Test files in one process run one after the other: the apps of a file are closed when the next file opens a world. */
const opened = { by: '', apps: new Map<string, StartedApp>(), closers: [] as (() => Promise<void>)[] }
after(() => closeOtherApps(''))

async function closeOtherApps(file = getTestContext()?.filePath ?? ''): Promise<void> {
  if (file === opened.by) return
  opened.by = file
  opened.apps.clear()
  await Promise.all(opened.closers.splice(0).map(close => close()))
}

/**
 * One app serves all tests of a file; each call creates new people and a new board. Images and documents are not
 * processed, because the events of processing would disturb most tests.
 */
export const world = (): Promise<World> => sharedApp({ hasProcessing: false })

/** The same without a worker: jobs stay in the queue, where a test can read them. */
export const worldWithoutWorker = (): Promise<World> => sharedApp({ hasWorker: false })

/** The same, with processing of images and documents. */
export const worldWithProcessing = (): Promise<World> => sharedApp({})

/** The same, with every change run on the write thread. */
export async function worldOnWriteThread(): Promise<World & { app: App }> {
  const started = await startApp({}, { hasProcessing: false }, new WriteLoad({ startAt: 0, stopBelow: 0 }))
  const people = await populate(started.app.dependencies, started.url)
  // The first change starts the thread.
  await people.ann.notes.create(people.board, { text: 'first' })
  await until(async () => started.app.dependencies.writePath.runsOnWorker)
  return { ...people, app: started.app }
}

/** A separate app, for tests that need other settings. */
export async function worldWith(
  settings: Partial<Config>,
  running: AppOptions = { hasProcessing: false },
): Promise<World & { app: App }> {
  const { app, url } = await startApp(settings, running)
  return { ...(await populate(app.dependencies, url)), app }
}

async function sharedApp(running: AppOptions): Promise<World> {
  await closeOtherApps()
  const key = JSON.stringify(running)
  if (!opened.apps.has(key)) opened.apps.set(key, startApp({}, running))
  const { app, url } = await (opened.apps.get(key) as StartedApp)
  return await populate(app.dependencies, url)
}

async function startApp(settings: Partial<Config> = {}, running: AppOptions = {}, writeLoad?: WriteLoad): StartedApp {
  await closeOtherApps()
  return await startAppOn(await migratedLocation(), settings, running, writeLoad)
}

/** An app on an existing database, which is dropped when the app is closed. */
export async function startAppOn(
  { settings: location, drop }: DatabaseLocation,
  settings: Partial<Config> = {},
  running: AppOptions = {},
  writeLoad?: WriteLoad,
): StartedApp {
  await closeOtherApps()
  const defaults = { ...readConfig({ LOG_LEVEL: process.env.TEST_LOG ?? 'silent' }), rateLimitPerMinute: 0 }
  const config = {
    ...defaults,
    ...location,
    databaseUrl: location.databaseUrl,
    port: 0,
    host: '127.0.0.1',
    ...settings,
  }
  const dependencies = await openDependencies(config, writeLoad && { writeLoad })
  if (running.hasWorker !== false) databasesWithWorker.add(dependencies.db)
  const app = await openApp(dependencies, pino({ level: config.logLevel }), running)
  const url = await app.http.listen({ port: config.port, host: '127.0.0.1' })
  opened.closers.push(async () => {
    // Closing would otherwise wait more than a minute for a response that a test has not read.
    app.http.server.closeAllConnections()
    await app.close()
    await drop()
  })
  return { app, url }
}

async function populate(dependencies: Dependencies, url: string): Promise<World> {
  const person = async (name: string, more: { application_role_id?: number } = {}): Promise<Person> => {
    const { token, ...known } = await newPerson(dependencies, name, more)
    return Object.assign(connect({ url, token, retries: 0 }), { ...known, token })
  }
  const [ann, bob, vic, eve] = await Promise.all([person('Ann'), person('Bob'), person('Vic'), person('Eve')])
  const organization = await newOrganization(dependencies, ann.id)
  await newOrganization(dependencies, eve.id)
  for (const member of [bob, vic]) await joinOrganization(dependencies, organization, member.id, 3)
  const { workspace } = await ann.workspaces.create(organization, { name: 'Board' })
  await joinWorkspace(dependencies, workspace.properties.id, [
    { user_id: bob.id, workspace_role_id: 3 },
    { user_id: vic.id, workspace_role_id: 5 },
  ])
  return {
    url,
    dependencies,
    ann,
    bob,
    vic,
    eve,
    organization,
    mail: mailbox(dependencies.config.dataDir),
    person,
    board: workspace.properties.uid,
    send: (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (as) headers.set('authorization', `Bearer ${as.token}`)
      return fetch(`${url}${path}`, { ...init, headers })
    },
  }
}
