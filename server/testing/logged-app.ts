// The app with a log that a test can read.

import { connect } from '@tessera/client'
import { pino } from 'pino'
import type { HttpServer } from '../api/http/server.ts'
import { openApp } from '../app.ts'
import { openDependencies } from '../dependencies.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { newOrganization, newPerson } from './people.ts'
import { testDatabase } from './test-database.ts'

type Line = Readonly<Record<string, unknown>>

/** An app whose log is captured. `extend` adds routes to it. */
export async function loggedApp(
  settings: Partial<Config> = {},
  level = 'info',
  extend: (http: HttpServer) => void = () => {},
) {
  const { db, settings: location, drop } = await testDatabase()
  await db.close()
  const config = { ...readConfig({}), ...location, databaseUrl: location.databaseUrl, ...settings }
  const dependencies = await openDependencies(config)
  const lines: Line[] = []
  const log = pino({ level }, { write: text => void lines.push(JSON.parse(text)) })
  const app = await openApp(dependencies, log, { hasProcessing: false })
  extend(app.http)
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const person = await newPerson(dependencies, 'Ann')
  const organization = await newOrganization(dependencies, person.id)
  return {
    url,
    person,
    lines,
    dependencies,
    client: connect({ url, token: person.token, retries: 0 }),
    organization,
    requests: () => lines.filter(({ msg }) => msg === 'request'),
    async close() {
      app.http.server.closeAllConnections()
      await app.close()
      await drop()
    },
  }
}
