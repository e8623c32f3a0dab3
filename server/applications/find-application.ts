// Applications as the flows meet them: found by their id, and known by their secret.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApplicationRow } from './application-store.ts'

export const redirectUrisOf = (application: ApplicationRow) => JSON.parse(application.redirect_uris) as string[]

export const isClientSecret = (application: ApplicationRow, secret: string): boolean =>
  timingSafeEqual(createHash('sha256').update(secret).digest(), Buffer.from(application.secret_hash, 'hex'))
