// What of an application was created with tokens: the application itself, its secret, its bot, its redirect URIs. Each
// part ends when its token is revoked by hand. A token never gives an application more scopes than it has.

import { allScopes, hasScope, scopes } from '@tessera/contract'
import { type Caller, type Claim, requireScopes } from '../../accounts/access/index.ts'
import { enqueueCredentialsCreated } from '../../accounts/mail/index.ts'
import { type Creation, type Creator, requireProofInBrowser } from '../../accounts/tokens/index.ts'
import type { CredentialPart } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import type { ApplicationRow } from './application-store.ts'

export type PartName = Exclude<CredentialPart, 'token'>

export interface TokenPart {
  readonly part: PartName
  /** The redirect URI, if it is one. */
  readonly value: string | null
  readonly grant_id: string
  readonly created_with: Creator
}

export const partsOf = ({ token_parts }: Pick<ApplicationRow, 'token_parts'>): TokenPart[] => JSON.parse(token_parts)

/** The most that its tokens can do. */
export const scopeOfApplication = ({ scope }: Pick<ApplicationRow, 'scope'>): string => scope ?? allScopes

/** What a request creates. A name can stand alone or with the redirect URI. */
export interface NewPart {
  readonly part: PartName
  readonly value?: string
}

interface PartContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly claim: Claim
  readonly now: string
}

/**
 * A token must have all the scopes of the application: otherwise its holder would get, with the secret, the bot or a
 * redirect, what the token lacks. Whoever creates credentials in a browser proves their identity.
 */
export async function requirePartRights(
  { tx, caller, claim, now }: PartContext,
  application: Pick<ApplicationRow, 'scope'>,
  parts: readonly NewPart[],
): Promise<void> {
  requireScopes(
    caller,
    scopes.filter(one => hasScope(scopeOfApplication(application), one)),
  )
  if (parts.some(({ part }) => part === 'secret' || part === 'bot')) await requireProofInBrowser(tx, caller, claim, now)
}

/** The parts after a request. A new part replaces an old one of the same kind, whatever token created that. */
export function withNewParts(before: readonly TokenPart[], created: readonly NewPart[], by: Creation): TokenPart[] {
  const isReplaced = (old: TokenPart) =>
    created.some(({ part, value }) => part === old.part && (value ?? null) === old.value)
  const rest = before.filter(old => !isReplaced(old))
  const { grant_id, created_with } = by
  if (grant_id === null || created_with === null) return rest
  return [...rest, ...created.map(({ part, value }) => ({ part, value: value ?? null, grant_id, created_with }))]
}

/** The owner is mailed about what a token creates. */
export async function mailNewParts(
  { tx, now }: PartContext,
  application: ApplicationRow,
  created: readonly NewPart[],
  { created_with }: Creation,
): Promise<void> {
  if (created_with === null || created.length === 0 || application.user_id === null) return
  const parts = [...new Set(created.map(({ part }) => part))]
  const scope = scopeOfApplication(application)
  const mail = { user_id: application.user_id, parts, title: application.name, scope, created_with: created_with.name }
  await enqueueCredentialsCreated(tx, mail, now)
}
