import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { endSessions } from '../../testing/people.ts'
import { sessionClient as browser } from '../../testing/session-client.ts'
import { world } from '../../testing/world.ts'

test('[SGN-9] a user sees their sessions, and which one is current', async () => {
  const made = await world()
  await endSessions(made.dependencies, made.ann.id)
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
  await endSessions(made.dependencies, made.ann.id)
  const [desk, phone] = [await browser(made, made.ann, 'Desk'), await browser(made, made.ann, 'Phone')]
  const lost = (await desk.sessions.list()).sessions.find(one => !one.is_current)
  await desk.sessions.delete(lost?.id as string)
  await refused(phone.users.me(), 401, 'Unauthorized')
  assert.equal((await desk.sessions.list()).sessions.length, 1)
  await refused(desk.sessions.delete(lost?.id as string), 404, 'ResourceNotFound')
})

test("[SGN-9] another person's session does not exist", async () => {
  const made = await world()
  await endSessions(made.dependencies, made.ann.id)
  const desk = await browser(made, made.ann, 'Desk')
  const [session] = (await desk.sessions.list()).sessions
  const other = await browser(made, made.bob, 'Other')
  await refused(other.sessions.delete(session?.id as string), 404, 'ResourceNotFound')
  assert.equal((await desk.sessions.list()).sessions.length, 1)
})

test('[SGN-9] all other sessions are ended at once, and each names its browser and system', async () => {
  const made = await world()
  await endSessions(made.dependencies, made.ann.id)
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const [desk, phone] = [await browser(made, made.ann, firefox), await browser(made, made.ann, 'Phone')]
  const bob = await browser(made, made.bob, 'Other')
  await desk.sessions.deleteOthers()
  await refused(phone.users.me(), 401, 'Unauthorized')
  await bob.users.me()
  const { sessions } = await desk.sessions.list()
  assert.deepEqual(
    sessions.map(one => [one.browser, one.system, one.is_current]),
    [['Firefox', 'Linux', true]],
  )
})
