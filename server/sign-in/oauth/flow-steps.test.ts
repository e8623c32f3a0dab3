// Tests the individual steps of the OAuth flows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationRow } from '../applications/application-store.ts'
import { isRedirectUri } from '../applications/redirect-uris.ts'
import { readChallenge, readParameter, readResponseType, readScopes, readState } from './authorize-request.ts'
import { readCredentials, readFields } from './client-credentials.ts'
import { requireSameRedirectUri, requireUnexpired, requireVerifier } from './exchange-code.ts'
import { successorOf } from './exchange-refresh-token.ts'
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'
import { formTargetsOf, redirectBack } from './redirect-back.ts'

const query = (text: string) => new URLSearchParams(text)
const application = (more: Partial<ApplicationRow> = {}) =>
  ({ redirect_uris: '["https://a.example/cb"]', allow_implicit: 1, require_pkce: 0, ...more }) as ApplicationRow

const throwsError = (error: OAuthErrorCode, run: () => unknown) =>
  assert.throws(run, (thrown: unknown) => thrown instanceof OAuthError && thrown.error === error)

test('[AUT-12] a repeated parameter is refused, an empty one counts as missing', () => {
  assert.equal(readParameter(query('a=1'), 'a'), '1')
  assert.equal(readParameter(query('a='), 'a'), null)
  throwsError('invalid_request', () => readParameter(query('a=1&a=1'), 'a'))
  assert.equal(readState(query('state=')), '')
  assert.equal(readState(query('state=1&state=2')), null)
})

test('[AUT-14] a redirect URI is compared character by character', () => {
  assert.ok(isRedirectUri(application(), 'https://a.example/cb'))
  for (const uri of ['https://a.example/cb/', 'https://A.example/cb', 'https://a.example/cb?', null])
    assert.ok(!isRedirectUri(application(), uri))
})

test('[AUT-12] the response type is token or code, and token only if the application allows it', () => {
  assert.equal(readResponseType(query('response_type=token'), application()), 'token')
  throwsError('invalid_request', () => readResponseType(query(''), application()))
  throwsError('unsupported_response_type', () => readResponseType(query('response_type=code token'), application()))
  throwsError('unauthorized_client', () =>
    readResponseType(query('response_type=token'), application({ allow_implicit: 0 })),
  )
})

test('[AUT-12] a challenge is S256, and required if the application requires PKCE', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const read = (text: string, more = {}) => readChallenge(query(text), application(more), 'code')
  assert.equal(read(''), null)
  assert.equal(read(`code_challenge=${challenge}&code_challenge_method=S256`), challenge)
  throwsError('invalid_request', () => read('', { require_pkce: 1 }))
  throwsError('invalid_request', () => read(`code_challenge=${challenge}`))
  throwsError('invalid_request', () => read(`code_challenge=${challenge}&code_challenge_method=plain`))
  throwsError('invalid_request', () => read('code_challenge_method=S256'))
})

test('[AUT-12] whitelisting is scope=org with the id of an organization', () => {
  const all = 'read comment write admin'
  assert.deepEqual(readScopes(query('')), { scope: all, organization_id: null })
  assert.deepEqual(readScopes(query('scope=org&org_id=7')), { scope: all, organization_id: 7 })
  assert.deepEqual(readScopes(query('scope=org admin&org_id=7')), { scope: 'admin', organization_id: 7 })
  throwsError('invalid_scope', () => readScopes(query('scope=org every&org_id=7')))
  for (const text of [
    'scope=org',
    'org_id=7',
    'scope=org&org_id=0',
    'scope=org&org_id=1e3',
    'scope=org&org_id=9999999999',
  ])
    throwsError('invalid_request', () => readScopes(query(text)))
})

test('[AUT-16] the verifier is the one of RFC 7636, appendix B', () => {
  const code = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
  requireVerifier(code, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
  requireVerifier({ code_challenge: null }, undefined)
  throwsError('invalid_grant', () => requireVerifier(code, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK'))
  throwsError('invalid_grant', () => requireVerifier(code, undefined))
  throwsError('invalid_grant', () => requireVerifier({ code_challenge: null }, 'x'.repeat(43)))
})

test('[AUT-16] a code expires to the second, and is bound to its redirect URI', () => {
  requireUnexpired({ expires_at: '2026-01-01T00:01:00.000Z' }, '2026-01-01T00:00:59.999Z')
  throwsError('invalid_grant', () =>
    requireUnexpired({ expires_at: '2026-01-01T00:01:00.000Z' }, '2026-01-01T00:01:00.000Z'),
  )
  requireSameRedirectUri({ redirect_uri: 'https://a.example/cb' }, 'https://a.example/cb')
  throwsError('invalid_grant', () =>
    requireSameRedirectUri({ redirect_uri: 'https://a.example/cb' }, 'https://a.example/cb/'),
  )
})

test('[AUT-19] a successor is derived from the token and the key, and reveals neither', () => {
  const key = Buffer.alloc(32, 1)
  assert.equal(successorOf('token', key), successorOf('token', key))
  assert.notEqual(successorOf('token', key), successorOf('token', Buffer.alloc(32, 2)))
  assert.match(successorOf('token', key), /^[\w-]{43}$/)
})

test('[AUT-18] credentials come in the body or form-encoded in the header', () => {
  const fields = (entries: Record<string, string>) => new Map(Object.entries(entries))
  const basic = `Basic ${Buffer.from('a%3Ab:s%2Be+c').toString('base64')}`
  assert.deepEqual(readCredentials(fields({}), basic), { client_id: 'a:b', client_secret: 's+e c' })
  assert.deepEqual(readCredentials(fields({ client_id: 'a', client_secret: 'b' }), undefined), {
    client_id: 'a',
    client_secret: 'b',
  })
  assert.deepEqual(readCredentials(fields({ client_id: 'a' }), undefined), { client_id: 'a', client_secret: null })
  throwsError('invalid_client', () => readCredentials(fields({ client_secret: 'b' }), undefined))
  throwsError('invalid_request', () => readCredentials(fields({ client_secret: 'a' }), basic))
  throwsError('invalid_request', () => readCredentials(fields({ client_id: 'other' }), basic))
  for (const header of [
    'Bearer x',
    'Basic !',
    `Basic ${Buffer.from('none').toString('base64')}`,
    `Basic ${Buffer.from('%:x').toString('base64')}`,
  ])
    throwsError('invalid_client', () => readCredentials(fields({}), header))
  throwsError('invalid_request', () => readFields({ form: query('a=1&a=2'), json: undefined }))
  throwsError('invalid_request', () => readFields({ form: query(''), json: { a: 1 } }))
})

test('[AUT-14] the redirect appends to the redirect URI and keeps its query', () => {
  const to = (redirect_uri: string, part: 'query' | 'fragment') => {
    const back = { redirect_uri, state: null, iss: 'https://b.example' }
    const { redirect } = redirectBack(back, part, { code: 'a b' }) as { redirect: string }
    assert.ok(redirect.endsWith('&iss=https%3A%2F%2Fb.example'))
    return redirect.slice(0, redirect.indexOf('&iss='))
  }
  assert.equal(to('https://a.example/cb', 'query'), 'https://a.example/cb?code=a+b')
  assert.equal(to('https://a.example/cb?x=1', 'query'), 'https://a.example/cb?x=1&code=a+b')
  assert.equal(to('https://a.example/cb?', 'query'), 'https://a.example/cb?code=a+b')
  assert.equal(to('https://a.example/cb?x=1', 'fragment'), 'https://a.example/cb?x=1#code=a+b')
  assert.equal(to('com.example.app:/cb', 'query'), 'com.example.app:/cb?code=a+b')
  assert.deepEqual(formTargetsOf('com.example.app:/cb'), ['com.example.app:'])
})
