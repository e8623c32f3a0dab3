// The device authorization endpoint (RFC 8628): a program without a browser gets a code that a person enters elsewhere.
// The number of codes is limited for each network and in total.

import { randomInt } from 'node:crypto'
import { Problem } from '@tessera/contract'
import {
  countDeviceCodes,
  deleteOldDeviceCodes,
  insertDeviceCode,
  lockDeviceCodes,
} from '../../accounts/grants/index.ts'
import { openDeviceCodes } from '../../platform/limits/index.ts'
import type { PageReply } from '../../platform/pages/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { hashSecret, networkOf, newSecret } from '../../tools/index.ts'
import { scopeOfApplication } from '../applications/token-parts.ts'
import { readResource, readScope } from './requested-scope.ts'
import type { ClientCall } from './token-request.ts'

export const devicePath = '/device'

const lifeSeconds = 600
const firstIntervalSeconds = 5
/** Expired codes are kept this long, so that the program and the person learn that they expired. */
const retentionMs = 60 * 60 * 1_000

export async function requestDeviceCode(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: string },
  { application, fields, address, now }: ClientCall,
): Promise<PageReply> {
  const scope = readScope(fields.get('scope') ?? '', scopeOfApplication(application))
  const resource = readResource(fields.get('resource') ?? null, publicUrl)
  const [device_code, user_code] = [newSecret(), newUserCode()]
  const network = networkOf(address)
  await db.write(async tx => {
    await requireRoom(tx, network, now)
    await insertDeviceCode(tx, {
      hash: hashSecret(device_code),
      user_code_hash: hashSecret(user_code),
      client_id: application.client_id,
      scope,
      resource,
      address,
      network,
      state: 'waiting',
      user_id: null,
      interval_seconds: firstIntervalSeconds,
      polled_at: null,
      created_at: now,
      expires_at: shiftTime(now, lifeSeconds * 1_000),
    })
  })
  const verification_uri = publicUrl + devicePath
  return {
    json: {
      device_code,
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?user_code=${user_code}`,
      expires_in: lifeSeconds,
      interval: firstIntervalSeconds,
    },
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  }
}

async function requireRoom(tx: Tx, network: string, now: string): Promise<void> {
  await lockDeviceCodes(tx)
  await deleteOldDeviceCodes(tx, shiftTime(now, -retentionMs))
  const since = shiftTime(now, -lifeSeconds * 1_000)
  const isFull =
    (await countDeviceCodes(tx, since, network)) >= openDeviceCodes.perNetwork ||
    (await countDeviceCodes(tx, since, null)) >= openDeviceCodes.overall
  if (isFull)
    throw new Problem('TooManyRequests', 'Too many device codes in ten minutes', { retryAfterSeconds: lifeSeconds })
}

/** There are no vowels, so that no words appear, and no characters that are easily confused (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Called by the hourly cleanup. */
export const purgeDeviceCodes = (db: Database, now = new Date().toISOString()): Promise<void> =>
  db.write(tx => deleteOldDeviceCodes(tx, shiftTime(now, -retentionMs)))

/**
 * Normalizes what a person typed to the displayed form: case, spaces and dashes do not matter. Returns null if it is
 * not a valid code.
 */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === 8 && [...code].every(letter => letters.includes(letter))
    ? `${code.slice(0, 4)}-${code.slice(4)}`
    : null
}

const shiftTime = (time: string, byMs: number) => new Date(Date.parse(time) + byMs).toISOString()
