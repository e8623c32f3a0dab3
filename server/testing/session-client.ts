// A browser that is signed in, with the client of its pages: the token belongs to the session.

import assert from 'node:assert/strict'
import { type Client, connect } from '@tessera/client'
import { signIn } from './people.ts'
import { setTestPassword, type Visitor, visitor } from './visitor.ts'
import type { World } from './world.ts'

export interface SessionClient extends Client {
  readonly browser: Visitor
  readonly token: string
}

export async function sessionClient(
  world: Pick<World, 'url' | 'dependencies'>,
  person: { readonly id: number },
  userAgent?: string,
): Promise<SessionClient> {
  const browser = visitor(world.url)
  browser.cookies.set('tessera', await signIn(world.dependencies, person.id, userAgent))
  return await clientOf(world, browser)
}

/** The client of a browser that has signed in on the pages. */
export async function clientOf(
  { dependencies, url }: Pick<World, 'url' | 'dependencies'>,
  browser: Visitor,
): Promise<SessionClient> {
  const headers = { 'x-tessera-session': '1', origin: dependencies.config.publicUrl }
  const response = await browser.post('/session/token', {}, headers)
  assert.equal(response.status, 200, await response.clone().text())
  const { access_token } = (await response.json()) as { access_token: string }
  return Object.assign(connect({ url, token: access_token, retries: 0 }), { browser, token: access_token })
}

/** Simulates that everyone signed in this long ago. */
export async function ageSignIns({ dependencies }: World, person: { readonly id: number }, minutes: number) {
  const authenticated_at = new Date(Date.now() - minutes * 60_000).toISOString()
  await dependencies.db.write(tx =>
    tx.updateTable('sessions').set({ authenticated_at }).where('user_id', '=', person.id).execute(),
  )
  await setTestPassword({ dependencies } as World, person)
}
