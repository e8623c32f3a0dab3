// Forged tokens, sent to the API.

import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { statusWith } from '../../testing/oauth-application.ts'
import { world } from '../../testing/world.ts'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

test('[AUT-3] forged tokens are refused', async t => {
  const there = await world()
  const [header = '', payload = ''] = there.bob.token.split('.')
  const [head, claims] = [decode(header), decode(payload)]
  const { keys } = await (await fetch(`${there.url}/.well-known/jwks.json`)).json()
  const own = generateKeyPairSync('ed25519')
  const ownKey = { ...own.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'EdDSA', use: 'sig' }
  let requests = 0
  const evil = createServer((_request, response) => {
    requests += 1
    response.end(JSON.stringify({ keys: [ownKey] }))
  })
  await new Promise<void>(resolve => evil.listen(0, '127.0.0.1', resolve))
  t.after(() => evil.close())
  const jku = `http://127.0.0.1:${(evil.address() as AddressInfo).port}/jwks.json`

  const bySelf = (more: object, about: object = claims) => {
    const text = `${encode({ ...head, ...more })}.${encode(about)}`
    return `${text}.${sign(null, Buffer.from(text), own.privateKey).toString('base64url')}`
  }
  const byHmac = (secret: string | Buffer) => {
    const text = `${encode({ ...head, alg: 'HS256' })}.${encode(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const forged = {
    'alg none': `${encode({ ...head, alg: 'none' })}.${payload}.`,
    'alg None': `${encode({ ...head, alg: 'None' })}.${payload}.`,
    'no signature': `${header}.${payload}.`,
    'HS256 with the public key': byHmac(Buffer.from(keys[0].x, 'base64url')),
    'HS256 with the text of the public key': byHmac(JSON.stringify(keys[0])),
    'HS256 with its base64url': byHmac(keys[0].x),
    'our kid, another key': bySelf({}),
    'a foreign kid': bySelf({ kid: 'mine' }),
    'no kid': bySelf({ kid: undefined }),
    jku: bySelf({ kid: 'mine', jku }),
    x5u: bySelf({ kid: 'mine', x5u: jku }),
    'its own key': bySelf({ jwk: ownKey }),
    'another user': `${header}.${encode({ ...claims, sub: String(there.ann.id) })}.${there.bob.token.split('.')[2]}`,
  }
  for (const [name, token] of Object.entries(forged)) assert.equal(await statusWith(there, token), 401, name)
  assert.equal(requests, 0, 'no key is fetched from a URL in a token')
  assert.equal(await statusWith(there, there.bob.token), 200)
})

test('[AUT-1] a token in the query string is refused', async () => {
  const there = await world()
  const { status } = await fetch(`${there.url}/api/users/me?access_token=${there.bob.token}`)
  assert.equal(status, 401)
})
