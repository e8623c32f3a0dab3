// The SQL of authorizations: a user's grants, grouped by application.

import { type Scope, scopes } from '@tessera/contract'
import { sql } from 'kysely'
import type { Reader } from '../../platform/sql/index.ts'

export interface FoundAuthorization {
  client_id: string
  name: string
  /** Null if the application registered itself. */
  first_name: string | null
  last_name: string | null
  /** The scopes of all its grants combined. */
  scope: string
  created_at: string
  last_granted_at: string
}

/** Lists applications with a valid grant, most recently granted first. */
export async function listAuthorizationsOf(db: Reader, user_id: number, now: string): Promise<FoundAuthorization[]> {
  const found = await db
    .selectFrom('grants as g')
    .innerJoin('applications as a', 'a.client_id', 'g.client_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.client_id', 'a.name', 'u.first_name', 'u.last_name'])
    .select(scopes.map(scope => holds(scope).as(scope)))
    .select([sql<string>`min(g.created_at)`.as('created_at'), sql<string>`max(g.created_at)`.as('last_granted_at')])
    .where('g.user_id', '=', user_id)
    .where('g.revoked_at', 'is', null)
    .where('g.expires_at', '>', now)
    .groupBy(['a.client_id', 'a.name', 'u.first_name', 'u.last_name'])
    .orderBy('last_granted_at', 'desc')
    .orderBy('a.client_id')
    .execute()
  return found.map(({ read, comment, write, admin, ...rest }) => {
    const held = { read, comment, write, admin }
    return { ...rest, scope: scopes.filter(scope => held[scope] === 1).join(' ') }
  })
}

/** 1 if one of the grants has the scope. */
const holds = (scope: Scope) =>
  sql<number>`max(case when ' ' || g.scope || ' ' like ${`% ${scope} %`} then 1 else 0 end)`
