// Every column that holds sealed secrets. A new one is listed here, so that changing SECRET_KEY re-encrypts it.

import type { SecretPurpose } from './sealed-secrets.ts'

export interface SealedColumn {
  readonly table: string
  /** The primary key. */
  readonly key: string
  readonly column: string
  readonly purpose: SecretPurpose
  /** A backup leaves the column out: what it holds is not needed after a restore. */
  readonly isTransient?: boolean
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'secrets', key: 'name', column: 'value', purpose: 'server-secret' },
  { table: 'signing_keys', key: 'kid', column: 'private_jwk', purpose: 'signing-key' },
  { table: 'listeners', key: 'id', column: 'secret', purpose: 'webhook-secret' },
  { table: 'listeners', key: 'id', column: 'previous_secret', purpose: 'webhook-secret' },
  { table: 'organization_listeners', key: 'id', column: 'secret', purpose: 'webhook-secret' },
  { table: 'organization_listeners', key: 'id', column: 'previous_secret', purpose: 'webhook-secret' },
  { table: 'users', key: 'id', column: 'totp_secret', purpose: 'totp-secret' },
  { table: 'sessions', key: 'id', column: 'identity_token', purpose: 'identity-token' },
  { table: 'imports', key: 'id', column: 'miro_token', purpose: 'import-token', isTransient: true },
]
