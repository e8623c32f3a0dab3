import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { grantTo } from '../../testing/people.ts'
import { sessionClient } from '../../testing/session-client.ts'
import { type Person, type World, world } from '../../testing/world.ts'

async function authorize({ dependencies, url }: World, person: Person, client_id: string, scope?: string) {
  const grant_id = await grantTo(dependencies, person.id, client_id, scope)
  const token = await dependencies.tokens.issueAccessToken({ user_id: person.id, grant_id, client_id })
  return connect({ url, token, retries: 0 })
}

test('[AUT-22] a user lists the applications they authorized, and revokes an authorization', async () => {
  const made = await world()
  const { ann, bob } = made
  const { application } = await ann.applications.create({ name: 'Robot', redirect_uri: 'https://example.com/back' })
  const robots = [
    await authorize(made, bob, application.client_id, 'read comment'),
    await authorize(made, bob, application.client_id, 'read write'),
  ]
  const annsRobot = await authorize(made, ann, application.client_id)
  const { authorizations } = await bob.authorizations.list()
  const owner = { first_name: 'Ann', last_name: 'Tester' }
  assert.deepEqual(
    authorizations.map(({ client_id, name, owner, scope }) => ({ client_id, name, owner, scope })),
    [{ client_id: application.client_id, name: 'Robot', owner, scope: 'read comment write' }],
  )
  await (await sessionClient(made, bob)).authorizations.delete(application.client_id)
  for (const robot of robots) await refused(robot.users.me(), 401, 'Unauthorized')
  assert.deepEqual((await bob.authorizations.list()).authorizations, [])
  assert.equal((await annsRobot.users.me()).user.id, ann.id)
})

test('[AUT-22] an application that was never authorized is not found', async () => {
  const made = await world()
  const bob = await sessionClient(made, made.bob)
  const { application } = await made.ann.applications.create({
    name: 'Robot',
    redirect_uri: 'https://example.com/back',
  })
  await refused(bob.authorizations.delete(application.client_id), 404, 'ResourceNotFound')
  await refused(bob.authorizations.delete('unknown'), 404, 'ResourceNotFound')
})
