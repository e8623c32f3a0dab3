// Which access tokens are accepted.

import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Problem } from '@tessera/contract'
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { openSealedSecrets } from '../../platform/secrets/sealed-secrets.ts'
import type { Database } from '../../platform/sql/database.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { type AccessTokens, openAccessTokens } from './access-token.ts'
import { listSigningKeys } from './signing-key-store.ts'

const publicUrl = 'https://board.example.com'
const grant = { user_id: 7, grant_id: 'g'.repeat(24), client_id: 'app' }

let db: Database
let drop: () => Promise<void>
let tokens: AccessTokens
let key: KeyObject
let kid: string

before(async () => {
  const opened = await testDatabase()
  db = opened.db
  tokens = await openAccessTokens({ db, publicUrl, sealedSecrets: openSealedSecrets({}) })
  const [row] = await listSigningKeys(db.read)
  kid = row?.kid as string
  key = createPrivateKey({ key: JSON.parse(row?.private_jwk as string), format: 'jwk' })
  drop = opened.drop
})

after(() => drop())

test('[AUT-2] a token is signed with EdDSA, names its key, and has the claims of the service', async () => {
  const token = await tokens.issueAccessToken(grant)
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'EdDSA', typ: 'at+jwt', kid })
  const { iat, nbf, exp, jti, ...claims } = decodeJwt(token)
  const { user_id, ...named } = grant
  assert.deepEqual(claims, { iss: publicUrl, aud: `${publicUrl}/api`, sub: '7', azp: 'app', ...named })
  assert.equal(nbf, iat)
  assert.equal(exp, (iat as number) + 1_209_600)
})

test('[AUT-2] tokens of one grant issued in the same second have different ids', async () => {
  const at = { ...grant, now: Date.now() }
  const issued = await Promise.all([1, 2, 3].map(() => tokens.issueAccessToken(at)))
  assert.equal(new Set(issued.map(token => decodeJwt(token).jti)).size, 3)
  for (const token of issued) assert.equal((await tokens.verifyAccessToken(token)).grant_id, grant.grant_id)
})

test('[AUT-2] a token issued before tokens had their own ids resolves to the grant that its jti names', async () => {
  const token = await forge({ claims: { jti: 'o'.repeat(24) } })
  assert.equal((await tokens.verifyAccessToken(token)).grant_id, 'o'.repeat(24))
})

test('[AUT-2] a token that no application holds has the client_id "personal"', async () => {
  const { client_id, azp } = decodeJwt(await tokens.issueAccessToken({ ...grant, client_id: null }))
  assert.deepEqual([client_id, azp], ['personal', 'personal'])
})

test('a token carries its user, grant and audience, from the cache and without it', async () => {
  const token = await tokens.issueAccessToken(grant)
  const claim = { user_id: 7, grant_id: grant.grant_id, aud: `${publicUrl}/api`, exp: decodeJwt(token).exp }
  assert.deepEqual(await tokens.verifyAccessToken(token), claim)
  assert.deepEqual(tokens.verifyAccessToken(token), claim, 'at once, without a promise')
})

test('[AUT-4] every process accepts the tokens of every other', async () => {
  const other = await openAccessTokens({ db, publicUrl, sealedSecrets: openSealedSecrets({}) })
  const token = await other.issueAccessToken(grant)
  assert.equal((await tokens.verifyAccessToken(token)).user_id, 7)
})

const now = () => Math.floor(Date.now() / 1000)

interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  signer?: KeyObject | Uint8Array
}

const forge = ({ header = {}, claims = {}, signer = key }: Forgery) =>
  new SignJWT({
    iss: publicUrl,
    aud: `${publicUrl}/api`,
    sub: '7',
    azp: 'app',
    jti: grant.grant_id,
    iat: now(),
    nbf: now(),
    exp: now() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
    .sign(signer)

const isUnauthorized = (error: unknown) => error instanceof Problem && error.code === 'Unauthorized'

const refused = (token: string) => assert.rejects(async () => await tokens.verifyAccessToken(token), isUnauthorized)

test('a token signed by the test with our key is accepted, so the following are refused for their own reason', async () => {
  assert.equal((await tokens.verifyAccessToken(await forge({}))).user_id, 7)
})

const forgeries: Record<string, Forgery> = {
  'an unknown key': { header: { kid: 'unknown' } },
  'no key': { header: { kid: undefined } },
  'a foreign key': { signer: generateKeyPairSync('ed25519').privateKey },
  'another type': { header: { typ: 'JWT' } },
  'no type': { header: { typ: undefined } },
  'a wrong issuer': { claims: { iss: 'https://evil.example.com' } },
  'a wrong audience': { claims: { aud: `${publicUrl}/other` } },
  'no audience': { claims: { aud: undefined } },
  'an end that has passed': { claims: { exp: now() - 1 } },
  'no end': { claims: { exp: undefined } },
  'a beginning to come': { claims: { nbf: now() + 3600 } },
  'no id': { claims: { jti: undefined } },
  'a grant that cannot be': { claims: { grant_id: 7 } },
  'no user': { claims: { sub: undefined } },
  'a user that cannot be': { claims: { sub: '7 or 1=1' } },
}

for (const [name, forgery] of Object.entries(forgeries)) {
  test(`[AUT-3] a token with ${name} is refused`, async () => refused(await forge(forgery)))
}

test('[AUT-3] an unsigned token is refused', async () => {
  const claims = decodeJwt(await forge({}))
  await refused(new UnsecuredJWT(claims).encode())
})

test('[AUT-3] HS256 with the public key as secret is refused', async () => {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' })
  await refused(await forge({ header: { alg: 'HS256' }, signer: Buffer.from(spki) }))
})

test('[AUT-3] an altered token is refused, even after the original was accepted', async () => {
  const token = await tokens.issueAccessToken(grant)
  await tokens.verifyAccessToken(token)
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const other = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: '1' })).toString('base64url')
  await refused(`${header}.${other}.${signature}`)
  await refused(`${header}.${payload}.${signature.slice(0, -4)}AAAA`)
  await refused(`${header}.${payload}.`)
})

for (const garbage of [
  '',
  'x',
  'a.b.c',
  '..',
  'tsr_',
  `tsr_${'x'.repeat(43)}`,
  `tsr_${'é'.repeat(43)}`,
  `${'e'.repeat(100_000)}.e.e`,
  'bnVsbA.bnVsbA.bnVsbA',
]) {
  test(`[AUT-3] ${JSON.stringify(garbage.slice(0, 20))} is no token`, () => refused(garbage))
}

test('[AUT-3] a cached token is refused once it has expired', async t => {
  const token = await tokens.issueAccessToken({ ...grant, lifeSeconds: 60 })
  await tokens.verifyAccessToken(token)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
  assert.throws(() => tokens.verifyAccessToken(token), isUnauthorized)
})

test('the cache of tokens is bounded: the oldest are dropped and verified again', async () => {
  const small = await openAccessTokens({ db, publicUrl, sealedSecrets: openSealedSecrets({}), maxCachedTokens: 10 })
  const first = await small.issueAccessToken({ ...grant, grant_id: 'first' })
  await small.verifyAccessToken(first)
  assert.ok(!(small.verifyAccessToken(first) instanceof Promise))
  for (let index = 0; index < 10; index += 1)
    await small.verifyAccessToken(await small.issueAccessToken({ ...grant, grant_id: `${index}` }))
  const again = small.verifyAccessToken(first)
  assert.ok(again instanceof Promise)
  assert.equal((await again).grant_id, 'first')
})
