// Fills the compile cache when the image is built, because a server with a read-only file system cannot. Loads what a server
// loads, without starting it.

import './compile-cache.mjs'
import { flushCompileCache } from 'node:module'

const modules = [
  '../server/serve.ts',
  '../server/app.ts',
  '../server/db/postgres-database.ts',
  '../server/db/postgres-bus.ts',
  '../server/redis/redis.ts',
  '../server/files/s3-storage.ts',
]
for (const path of modules) await import(path)
flushCompileCache()
process.exit()
