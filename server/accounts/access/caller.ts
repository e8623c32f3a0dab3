// Who is calling, and what their token allows regardless of the user's own rights: scopes, one workspace only, browser
// only.

import {
  type ApplicationFlag,
  applicationRoles,
  hasScope,
  type Operation,
  Problem,
  type Role,
  type Scope,
  scopes,
} from '@tessera/contract'
import type { GrantTable } from '../../platform/schema/index.ts'
import { isoNow } from '../../tools/index.ts'
import type { CallerColumns } from './access-store.ts'

/** The content of a token that has been verified. */
export interface Claim {
  readonly user_id: number
  readonly grant_id: string
  /** When the token itself ends, in seconds since 1970; undefined if it ends only with its grant. */
  readonly exp?: number
  /** The resource that the token is for (RFC 8707); undefined for personal tokens, which are for all of them. */
  readonly aud?: string
}

/** The application that acts for a user. */
export interface Via {
  readonly client_id: string
  readonly name: string
}

export interface Caller {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly type: 'person' | 'bot'
  readonly role: Role<ApplicationFlag>
  /** The scopes of the token, separated by spaces. */
  readonly scope: string
  readonly grant_kind: GrantTable['kind']
  /** The only workspace that the token gives access to; null if it is not restricted. */
  readonly only_workspace_id: number | null
  /** The application that acts for the user, also with a personal token that it created; null for the user's own tokens. */
  readonly via: Via | null
}

/** Whether the token's user and grant are still valid. */
export const isValid = (row: CallerColumns): row is CallerColumns & { caller_id: number } =>
  row.caller_id !== null && row.grant_expires_at > isoNow()

export function callerOf(row: CallerColumns): Caller {
  if (!isValid(row)) throw new Problem('Unauthorized', 'The access token is no longer valid')
  return {
    id: row.caller_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    type: row.type,
    role: applicationRoles.get(row.application_role_id),
    scope: row.scope,
    grant_kind: row.grant_kind,
    only_workspace_id: row.only_workspace_id,
    via: row.via_client_id === null ? null : { client_id: row.via_client_id, name: row.via_name ?? '' },
  }
}

/** The columns of an operation that a token is checked against. */
export type TokenNeeds = Pick<Operation, 'scopes' | 'scopesByField' | 'browserOnly' | 'takesWorkspaceTokens'>

/** `body` is null if it could not be read: then the scopes of its fields are not checked. */
export function requireAllowedByToken(caller: Caller, needs: TokenNeeds, body: object | null): void {
  if (needs.browserOnly && caller.grant_kind !== 'session')
    throw new Problem('ForbiddenError', 'This is possible only in a browser where you are signed in')
  if (caller.only_workspace_id !== null && !needs.takesWorkspaceTokens)
    throw new Problem('ForbiddenError', 'This token is restricted to one workspace', { reason: 'workspace_token' })
  if (needs.scopesByField === undefined) requireScopes(caller, needs.scopes)
  else if (body !== null) requireScopes(caller, scopesFor(needs, Object.keys(body)))
}

export function requireScopes(caller: Pick<Caller, 'scope'>, needed: readonly Scope[]): void {
  if (!needed.every(scope => hasScope(caller.scope, scope))) throw insufficientScope(needed)
}

/** Names everything that is needed, in the order of the table, so that a program can ask for it in one step. */
export function insufficientScope(needed: readonly Scope[]): Problem {
  const all = scopes.filter(scope => needed.includes(scope))
  const name = all.length === 1 ? 'scope' : 'scopes'
  return new Problem('ForbiddenError', `This needs a token with the ${name} ${all.join(' and ')}`, {
    neededScope: all.join(' '),
  })
}

const scopesFor = ({ scopes: needed, scopesByField = {} }: TokenNeeds, fields: readonly string[]): readonly Scope[] =>
  fields.length === 0 ? needed : fields.flatMap(field => scopesByField[field] ?? needed)
