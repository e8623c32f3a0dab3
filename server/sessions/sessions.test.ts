import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { refused } from '../testing/assert-refused.ts'
import { signIn } from '../testing/people.ts'
import { type Person, type World, world } from '../testing/world.ts'

/** A signed-in browser: it has the cookie, and gets a token for it. */
async function browser({ dependencies, url }: World, person: Person, userAgent: string) {
  const secret = await signIn(dependencies, person.id, userAgent)
  const headers = { cookie: `tessera=${secret}`, 'x-tessera-session': '1', origin: dependencies.config.publicUrl }
  const response = await fetch(`${url}/session/token`, { method: 'POST', headers })
  assert.equal(response.status, 200)
  const { access_token } = (await response.json()) as { access_token: string }
  return connect({ url, token: access_token, retries: 0 })
}

test('[SGN-9] a user sees their sessions, and which one is current', async () => {
  const made = await world()
  const [desk, phone] = [await browser(made, made.ann, 'Desk'), await browser(made, made.ann, 'Phone')]
  await browser(made, made.bob, 'Other')
  const seen = async (who: typeof desk) =>
    (await who.sessions.list()).sessions.map(one => [one.user_agent, one.address, one.is_current]).sort()
  assert.deepEqual(await seen(desk), [
    ['Desk', '127.0.0.1', true],
    ['Phone', '127.0.0.1', false],
  ])
  assert.deepEqual(await seen(phone), [
    ['Desk', '127.0.0.1', false],
    ['Phone', '127.0.0.1', true],
  ])
})

test('[SGN-9] ending a session ends its tokens at once', async () => {
  const made = await world()
  const [desk, phone] = [await browser(made, made.ann, 'Desk'), await browser(made, made.ann, 'Phone')]
  const lost = (await desk.sessions.list()).sessions.find(one => !one.is_current)
  await desk.sessions.delete(lost?.id as string)
  await refused(phone.users.me(), 401, 'Unauthorized')
  assert.equal((await desk.sessions.list()).sessions.length, 1)
  await refused(desk.sessions.delete(lost?.id as string), 404, 'ResourceNotFound')
})

test("[SGN-9] another person's session does not exist", async () => {
  const made = await world()
  const desk = await browser(made, made.ann, 'Desk')
  const [session] = (await desk.sessions.list()).sessions
  await refused(made.bob.sessions.delete(session?.id as string), 404, 'ResourceNotFound')
  assert.equal((await desk.sessions.list()).sessions.length, 1)
})
