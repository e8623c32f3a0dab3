// Bots: the user of an application, its tokens, its memberships and its end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { refused } from '../../testing/assert-refused.ts'
import { openLive } from '../../testing/live-client.ts'
import {
  authorizePath,
  claimsOf,
  decide,
  errorOf,
  getTokens,
  newApplication,
  requestTokens,
  statusWith,
  type TestApplication,
} from '../../testing/oauth-application.ts'
import { listQueuedMails } from '../../testing/queued-mail.ts'
import { visitor } from '../../testing/visitor.ts'
import { type World, world, worldWithoutWorker } from '../../testing/world.ts'

const credentials = { grant_type: 'client_credentials' }

async function newBot(there: World, settings = {}) {
  const application = await newApplication(there, { bot: true, ...settings })
  const shown = (await there.ann.applications.get(application.client_id)).application
  return { application, bot: shown.bot_user as { id: number; email: string } }
}

const actAs = async (there: World, application: TestApplication, more = {}) => {
  const { access_token: token } = await getTokens(there, application, { ...credentials, ...more })
  return Object.assign(connect({ url: there.url, token, retries: 0 }), { token })
}

test('[PRG-16] [PRG-20] an application with a bot has a user of its own, named like the application', async () => {
  const there = await world()
  const { ann } = there
  const { application, bot } = await newBot(there)
  assert.match(bot.email, /^bot-[0-9a-f]{16}@bots\.localhost$/)
  const acting = await actAs(there, application)
  const { user } = await acting.users.me()
  assert.deepEqual([user.id, user.type, user.first_name, user.email], [bot.id, 'bot', 'Mirror <b>&', bot.email])
  await ann.applications.update(application.client_id, { name: 'Renamed' })
  assert.equal((await acting.users.me()).user.first_name, 'Renamed')
  assert.equal((await ann.users.me()).user.type, 'person')
  const { application: plain } = await ann.applications.create({ name: 'Plain', redirect_uri: 'https://x.example.com' })
  assert.deepEqual([plain.bot, plain.bot_user], [false, null])
})

test('[PRG-17] the client credentials grant gives an access token of the bot, with its scopes and no refresh token', async () => {
  const there = await world()
  const { application, bot } = await newBot(there)
  const response = await requestTokens(there, application, { ...credentials, scope: 'read' })
  const tokens = await response.json()
  assert.equal('refresh_token' in tokens, false)
  assert.deepEqual([tokens.scope, tokens.expires_in, tokens.token_type], ['read', 3_600, 'Bearer'])
  const { sub, client_id, scope } = claimsOf(tokens.access_token)
  assert.deepEqual([sub, client_id, scope], [String(bot.id), application.client_id, 'read'])
  const cases: [Record<string, string | undefined>, number, string][] = [
    [{ scope: 'read everything' }, 400, 'invalid_scope'],
    [{ resource: 'https://other.example.com' }, 400, 'invalid_target'],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_secret: undefined }, 401, 'invalid_client'],
  ]
  for (const [more, status, error] of cases)
    assert.deepEqual(await errorOf(await requestTokens(there, application, { ...credentials, ...more })), [
      status,
      error,
    ])
  const none = await newApplication(there)
  assert.deepEqual(await errorOf(await requestTokens(there, none, credentials)), [400, 'unauthorized_client'])
})

test('[PRG-18] [PRG-20] a bot joins an organization at once, works in its workspaces, and gets no mail', async () => {
  const there = await worldWithoutWorker()
  const { ann, organization, board } = there
  const { application, bot } = await newBot(there)
  const acting = await actAs(there, application)
  await refused(acting.workspaces.get(board), 403, 'ResourceNotFound')
  const { message } = await ann.organizations.addMember(organization, { email: bot.email })
  assert.equal(message, 'The bot was added')
  await ann.workspaces.addUsers(board, { users: [{ email: bot.email, workspace_role_id: 3 }] })
  const { note } = await acting.notes.create(board, { text: 'by a bot' })
  assert.equal(note.text, 'by a bot')
  await using _socket = await openLive(there, acting, { as: 'browser' })
  const { active_users } = await ann.workspaces.listActiveUsers(board)
  assert.deepEqual(
    active_users.map(({ id, type }) => [id, type]),
    [[bot.id, 'bot']],
  )
  const members = (await ann.organizations.listMembers(organization)).organization_users
  const listed = members.find(one => one.id === bot.id)
  assert.deepEqual([listed?.type, listed?.invited_state], ['bot', 'ACCEPTED'])
  const { workspace_users } = await ann.workspaces.listUsers(board)
  assert.deepEqual(
    workspace_users.map(one => [one.id === bot.id, one.type]).filter(([isBot]) => isBot),
    [[true, 'bot']],
  )
  const mails = (await listQueuedMails(there, bot.id)).map(({ name }) => name)
  assert.equal(mails.includes('send-invitation'), false)
})

test('[PRG-18] a bot cannot own an organization or an application', async () => {
  const there = await world()
  const { ann, organization } = there
  const { application, bot } = await newBot(there)
  await ann.organizations.addMember(organization, { email: bot.email })
  const owner = { organization_role_id: 1 }
  const give = ann.organizations.updateMember(organization, bot.id, owner)
  await refused(give, 400, 'BadRequest', 'organization_role_id')
  const acting = await actAs(there, application)
  await refused(acting.organizations.create({ name: 'Own' }), 403, 'ForbiddenError')
  const another = { name: 'Another', redirect_uri: 'https://app.example.com/' }
  await refused(acting.applications.create(another), 403, 'ForbiddenError')
})

test('[PRG-18] a bot as a guest joins once it is approved, if guests need approval', async () => {
  const there = await world()
  const { ann, organization, board } = there
  const { application, bot } = await newBot(there)
  await ann.organizations.update(organization, { is_guest_invite_requires_approval: true })
  await ann.organizations.addMember(organization, { email: bot.email, organization_role_id: 4 })
  await ann.workspaces.addUsers(board, { users: [{ email: bot.email, workspace_role_id: 5 }] })
  const acting = await actAs(there, application)
  await refused(acting.workspaces.get(board), 403, 'ResourceNotFound')
  await ann.organizations.approve(organization, bot.id)
  assert.equal((await acting.workspaces.get(board)).workspace.title, 'Board')
})

test('[PRG-16] a bot cannot sign in, and asking for a new password sends nothing', async () => {
  const there = await worldWithoutWorker()
  const { bot } = await newBot(there)
  const response = await visitor(there.url).fillIn('/sign-in', { email: bot.email, password: 'correct horse battery' })
  assert.equal(response.headers.get('location'), null)
  await visitor(there.url).fillIn('/forgot-password', { email: bot.email })
  const links = there.dependencies.db.read.selectFrom('mailed_links').select('hash').where('user_id', '=', bot.id)
  assert.deepEqual(await links.execute(), [])
})

test('[PRG-19] without its bot or its application, a bot is archived and its tokens end', async () => {
  const there = await world()
  const { ann, organization, board } = there
  const { application, bot } = await newBot(there)
  await ann.organizations.addMember(organization, { email: bot.email })
  await ann.workspaces.addUsers(board, { users: [{ email: bot.email, workspace_role_id: 3 }] })
  const acting = await actAs(there, application)
  await acting.notes.create(board, { text: 'kept' })
  const { application: off } = await ann.applications.update(application.client_id, { bot: false })
  assert.deepEqual([off.bot, off.bot_user], [false, null])
  assert.equal(await statusWith(there, acting.token), 401)
  assert.deepEqual(await errorOf(await requestTokens(there, application, credentials)), [400, 'unauthorized_client'])
  const { application: on } = await ann.applications.update(application.client_id, { bot: true })
  assert.deepEqual(on.bot_user, bot)
  const back = await actAs(there, application)
  await back.notes.create(board, { text: 'back' })
  await ann.applications.delete(application.client_id)
  assert.equal(await statusWith(there, back.token), 401)
  const { events } = await ann.events.list(board)
  assert.deepEqual(
    events.filter(event => event.actor.id === bot.id).map(event => event.note?.text),
    ['kept', 'back'],
  )
})

test('[PRG-12] [PRG-17] an organization that requires whitelisting requires it of bots', async () => {
  const there = await world()
  const { ann, organization } = there
  const { application, bot } = await newBot(there)
  await ann.organizations.addMember(organization, { email: bot.email })
  await ann.organizations.update(organization, { metadata: [{ key: 'require_whitelisting', value: 'true' }] })
  assert.deepEqual(await errorOf(await requestTokens(there, application, credentials)), [405, 'not_allowed'])
  const org = { scope: 'org', org_id: String(organization) }
  await decide(there, ann, authorizePath(application.client_id, org))
  assert.equal((await requestTokens(there, application, credentials)).status, 200)
})
