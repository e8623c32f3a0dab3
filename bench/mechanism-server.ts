// The server with one mechanism of the write path turned off: `write-thread`, `overlapping-batches`, or none of them.

import { openApp } from '../server/app.ts'
import { openDependencies } from '../server/dependencies.ts'
import { firstStart } from '../server/first-start/index.ts'
import { readConfig } from '../server/platform/config/index.ts'
import { openLog } from '../server/platform/logger.ts'

const without = process.argv[2]
const config = readConfig(process.env)
const dependencies = await openDependencies(config, {
  hasThread: without !== 'write-thread',
  ...(without === 'overlapping-batches' && { doBatchesOverlap: false }),
})
await firstStart(dependencies)
const app = await openApp(dependencies, openLog(config.logLevel, false))
await app.http.listen({ host: config.host, port: config.port })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
