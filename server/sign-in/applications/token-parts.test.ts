// What a token creates for applications: never with more scopes than it has, shown, mailed, and ended with the token.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { creationsEnded } from '../../testing/ended-creations.ts'
import {
  authorizePath,
  callback,
  decide,
  errorOf,
  getTokens,
  newApplication,
  requestTokens,
} from '../../testing/oauth-application.ts'
import { ageSignIns, sessionClient } from '../../testing/session-client.ts'
import { withToken } from '../../testing/token-holders.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const credentials = { grant_type: 'client_credentials' }
const evil = 'https://evil.example.com/back'

/** Ann with a new personal token, and its id. */
async function script(made: World, scope?: string): Promise<{ id: string; holder: Person }> {
  const { token } = await made.ann.tokens.create({ name: 'provisioning', ...(scope ? { scope } : {}) })
  return { id: token.id, holder: withToken(made, made.ann, token.access_token as string) }
}

const register = async (who: Person, more = {}) => {
  const { application } = await who.applications.create({ name: 'Robot', redirect_uris: [callback], ...more })
  return { ...application, client_secret: application.client_secret as string }
}

const keysOf = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  client_id,
  client_secret,
})

test('[PRG-27] an application never has more scopes than the token that registered it, and neither has its bot', async () => {
  const made = await world()
  const { holder } = await script(made, 'read admin')
  const application = await register(holder, { bot: true })
  assert.equal(application.scope, 'read admin')
  const { scope } = await getTokens(made, keysOf(application), credentials)
  assert.equal(scope, 'read admin')
  const more = await requestTokens(made, keysOf(application), { ...credentials, scope: 'write' })
  assert.deepEqual(await errorOf(more), [400, 'invalid_scope'])
  const back = await decide(made, made.bob, authorizePath(application.client_id, { response_type: 'token' }))
  assert.equal(new URLSearchParams(back.hash.slice(1)).get('scope'), 'read admin')
  const refusedBack = await made.send(authorizePath(application.client_id, { scope: 'read write' }), {
    redirect: 'manual',
  } as never)
  assert.match(refusedBack.headers.get('location') ?? '', /error=invalid_scope/)
})

test('[PRG-28] [MAI-2] what a token creates names the token, in records and in a mail to its user', async () => {
  const made = await world()
  const { id, holder } = await script(made)
  const application = await register(holder, { bot: true })
  const by = { type: 'token', id, name: 'provisioning' }
  assert.deepEqual([application.created_with, application.parts_created_with], [by, []])
  const mail = await made.mail.mailTo(made.ann.email, /An application was registered/)
  for (const fact of [
    'the application, a new client secret of, the bot of Robot',
    'provisioning',
    'read, comment, write, admin',
  ])
    assert.ok(mail.text.replace(/\s+/g, ' ').includes(fact), mail.text)
  const own = await register(made.ann)
  assert.deepEqual([own.created_with, own.scope], [null, 'read comment write admin'])
  const { application: changed } = await holder.applications.update(own.client_id, {
    redirect_uris: [callback, evil],
    bot: true,
  })
  await made.mail.mailTo(made.ann.email, /An application got a bot/)
  const { application: renewed } = await holder.applications.regenerateSecret(own.client_id)
  await made.mail.mailTo(made.ann.email, /An application got a new secret/)
  assert.deepEqual(changed.parts_created_with, [
    { part: 'bot', redirect_uri: null, created_with: by },
    { part: 'redirect_uri', redirect_uri: evil, created_with: by },
  ])
  assert.deepEqual(renewed.parts_created_with.at(-1), { part: 'secret', redirect_uri: null, created_with: by })
})

test('[PRG-29] a token changes the secret, bot and redirects only of applications with no more scopes than it has', async () => {
  const made = await world()
  const { client_id } = await newApplication(made, { bot: true, allow_implicit: false, require_pkce: true })
  const { holder } = await script(made, 'read admin')
  for (const call of [
    () => holder.applications.regenerateSecret(client_id),
    () => holder.applications.update(client_id, { redirect_uri: evil }),
    () => holder.applications.update(client_id, { redirect_uris: [callback, evil] }),
    () => holder.applications.update(client_id, { allow_implicit: true }),
    () => holder.applications.update(client_id, { require_pkce: false }),
    () => holder.applications.update(client_id, { token_endpoint_auth_method: 'none' }),
  ])
    assert.equal((await refused(call(), 403, 'ForbiddenError')).neededScope, 'read comment write admin')
  const { application } = await holder.applications.update(client_id, {
    name: 'Renamed',
    redirect_uris: [callback],
    bot: true,
  })
  assert.deepEqual([application.name, application.parts_created_with], ['Renamed', []])
  await holder.applications.update(client_id, { bot: false })
  const again = await refused(holder.applications.update(client_id, { bot: true }), 403, 'ForbiddenError')
  assert.equal(again.neededScope, 'read comment write admin')
  await holder.applications.delete(client_id)
})

test('[PRG-30] an application, its secret, bot and users’ tokens end when the token that registered it is revoked', async () => {
  const made = await world()
  const { id, holder } = await script(made)
  const application = await register(holder, { bot: true })
  const { access_token } = await getTokens(made, keysOf(application), credentials)
  const bot = withToken(made, made.ann, access_token)
  await bot.users.me()
  const back = await decide(made, made.bob, authorizePath(application.client_id, { response_type: 'token' }))
  const bobs = withToken(made, made.bob, new URLSearchParams(back.hash.slice(1)).get('access_token') as string)
  await bobs.listeners.create({ url: evil, workspaceId: made.board, eventTypes: ['ALL'] })
  await made.ann.tokens.delete(id)
  await creationsEnded(made)
  for (const ended of [bot, bobs]) await refused(ended.users.me(), 401, 'Unauthorized')
  await refused(made.ann.applications.get(application.client_id), 404, 'ResourceNotFound')
  assert.deepEqual(await errorOf(await requestTokens(made, keysOf(application), credentials)), [401, 'invalid_client'])
  assert.deepEqual((await made.bob.listeners.list()).listeners, [])
})

test('[PRG-30] of an application from elsewhere, only what the token created ends', async () => {
  const made = await world()
  const { client_id } = await newApplication(made)
  const first = await script(made)
  const second = await script(made)
  await first.holder.applications.update(client_id, { redirect_uris: [callback, evil], bot: true })
  const { application } = await second.holder.applications.regenerateSecret(client_id)
  const client_secret = application.client_secret as string
  await getTokens(made, { client_id, client_secret }, credentials)
  await made.ann.tokens.delete(first.id)
  await creationsEnded(made)
  const { application: left } = await made.ann.applications.get(client_id)
  assert.deepEqual([left.redirect_uris, left.bot], [[callback], false])
  assert.deepEqual(
    left.parts_created_with.map(one => one.part),
    ['secret'],
  )
  await made.ann.applications.update(client_id, { bot: true })
  await getTokens(made, { client_id, client_secret }, credentials)
  await made.ann.tokens.delete(second.id)
  await creationsEnded(made)
  assert.deepEqual(await errorOf(await requestTokens(made, { client_id, client_secret }, credentials)), [
    401,
    'invalid_client',
  ])
  const { application: renewed } = await made.ann.applications.regenerateSecret(client_id)
  assert.deepEqual(renewed.parts_created_with, [])
  await getTokens(made, { client_id, client_secret: renewed.client_secret as string }, credentials)
})

test('[PRG-30] what the owner replaces in a browser, or keeps, ends with no token', async () => {
  const made = await world()
  const { id, holder } = await script(made)
  const { client_id } = await newApplication(made)
  await holder.applications.regenerateSecret(client_id)
  const { application } = await made.ann.applications.regenerateSecret(client_id)
  const kept = await register(holder, { bot: true })
  await made.ann.tokens.delete(id, { keep: true })
  await creationsEnded(made)
  await made.ann.applications.update(client_id, { bot: true })
  for (const one of [{ client_id, client_secret: application.client_secret as string }, kept])
    await getTokens(made, keysOf(one), credentials)
  assert.equal((await made.ann.applications.get(kept.client_id)).application.created_with, null)
})

test('[SGN-32] a browser proves the user before it creates tokens, secrets and bots, and mails every token', async () => {
  const made = await world()
  const browser = await sessionClient(made, made.ann)
  const { client_id } = await newApplication(made)
  const { client_id: open } = await newApplication(made, { token_endpoint_auth_method: 'none' })
  await ageSignIns(made, made.ann, 11)
  const application = { name: 'x', redirect_uri: callback }
  for (const call of [
    () => browser.tokens.create({ name: 'for ever', days: null }),
    () => browser.applications.create(application),
    () => browser.applications.regenerateSecret(client_id),
    () => browser.applications.update(client_id, { bot: true }),
    () => browser.applications.update(open, { token_endpoint_auth_method: 'client_secret_basic' }),
  ])
    await refused(call(), 403, 'ForbiddenError', 'reauthenticate')
  assert.deepEqual((await browser.tokens.list()).tokens, [])
  await browser.applications.update(client_id, { name: 'Renamed' })
  await ageSignIns(made, made.ann, 0)
  const { token } = await browser.tokens.create({ name: 'nightly', scope: 'read' })
  const mail = await made.mail.mailTo(made.ann.email, /A personal token was created/)
  assert.match(mail.text, /nightly/)
  const holder = withToken(made, made.ann, token.access_token as string)
  await refused(holder.tokens.create({ name: 'child' }), 403, 'ForbiddenError')
})

test('[TOK-11] a token names the token or the application that created it', async () => {
  const made = await world()
  const { id, holder } = await script(made)
  assert.deepEqual((await holder.tokens.create({ name: 'child' })).token.created_with, {
    type: 'token',
    id,
    name: 'provisioning',
  })
  const { client_id } = await newApplication(made)
  const back = await decide(made, made.ann, authorizePath(client_id, { response_type: 'token' }))
  const app = withToken(made, made.ann, new URLSearchParams(back.hash.slice(1)).get('access_token') as string)
  const { token } = await app.tokens.create({ name: 'of the app' })
  assert.deepEqual(token.created_with, { type: 'application', id: client_id, name: 'Mirror <b>&' })
  const listed = (await made.ann.tokens.list()).tokens.map(one => one.created_with?.name ?? null)
  assert.deepEqual(listed, [null, 'provisioning', 'Mirror <b>&'])
})
