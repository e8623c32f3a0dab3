// People who use the service with their own token: a personal one, or that of an application.

import { connect } from '@tessera/client'
import { createPersonalToken } from '../accounts/tokens/personal-token.ts'
import { grantTo } from './people.ts'
import type { Person, World } from './world.ts'

type Holder = Pick<World, 'dependencies' | 'url'>

/** The person with another token. */
export const withToken = ({ url }: Pick<World, 'url'>, { id, email }: Person, token: string): Person =>
  Object.assign(connect({ url, token, retries: 0 }), { id, email, token })

/** With a personal token, as if it had been created in a browser. `workspace` is the uid of the only one it can use. */
export async function withPersonalToken(
  made: Holder,
  person: Person,
  more: { scope?: string; workspace?: string } = {},
): Promise<Person> {
  const { db } = made.dependencies
  const { scope, workspace } = more
  const restriction = workspace
    ? await db.read.selectFrom('workspaces').select('id').where('uid', '=', workspace).executeTakeFirstOrThrow()
    : null
  const grant = {
    user_id: person.id,
    name: 'script',
    now: new Date().toISOString(),
    lifeSeconds: 3_600,
    workspace_id: restriction?.id ?? null,
    ...(scope === undefined ? {} : { scope }),
  }
  const { access_token } = await db.write(tx => createPersonalToken(tx, grant))
  return withToken(made, person, access_token)
}

/** With the token of an application, as if they had allowed it. `resource` is the address that it is for. */
export async function withApplication(
  made: Holder,
  person: Person,
  client_id: string,
  resource?: string,
): Promise<Person> {
  const grant_id = await grantTo(made.dependencies, person.id, client_id)
  const content = { user_id: person.id, grant_id, client_id, ...(resource === undefined ? {} : { resource }) }
  const token = await made.dependencies.tokens.issueAccessToken(content)
  return withToken(made, person, token)
}
