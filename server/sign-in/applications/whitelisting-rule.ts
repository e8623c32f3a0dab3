// Whether an application may get tokens for a user. Consent is enough for public clients and for applications that
// registered themselves; others need an organization of the user that whitelisted them. An organization can require that
// every application of its members is whitelisted by it.

import { settingOf } from '@tessera/contract'
import type { Reader } from '../../platform/sql/index.ts'
import type { ApplicationRow } from './application-store.ts'
import { listOrganizationsFor } from './whitelisting-store.ts'

export interface WhitelistingState {
  /** The first organization of the user that requires whitelisting and has not whitelisted the application. */
  readonly refusedBy: string | null
  readonly isWhitelisted: boolean
}

export async function findWhitelistingState(
  db: Reader,
  user_id: number,
  client_id: string,
): Promise<WhitelistingState> {
  const organizations = await listOrganizationsFor(db, user_id, client_id)
  const refusing = organizations.find(one => !one.isWhitelisting && requiresWhitelisting(one.metadata))
  return { refusedBy: refusing?.name ?? null, isWhitelisted: organizations.some(one => one.isWhitelisting) }
}

export const isConsentEnough = ({ source, auth_method }: ApplicationRow): boolean =>
  source !== 'owner' || auth_method === 'none'

const requiresWhitelisting = (metadata: string) => settingOf(JSON.parse(metadata), 'require_whitelisting') === 'true'
