// Loaded before the server: compiled sources are kept beside the packages, so that the next start need not strip and
// compile them again. Plain JavaScript, because the reader of TypeScript would take memory that the server never needs.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/tessera'))
