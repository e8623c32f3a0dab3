// Fills the compile cache when the image is built, because a server with a read-only file system cannot. Loads what a server
// loads, without starting it.

import './compile-cache.mjs'
import { flushCompileCache } from 'node:module'

const modules = [
  '../server/serve.ts',
  '../server/app.ts',
  '../server/platform/db/postgres-database.ts',
  '../server/platform/db/postgres-bus.ts',
  '../server/platform/redis/redis.ts',
  '../server/platform/files/s3-storage.ts',
]
for (const path of modules) await import(path)
flushCompileCache()
process.exit()
