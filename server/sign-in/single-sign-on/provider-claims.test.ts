// Tests what is read from the claims of a provider, and what is not trusted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authenticationTime,
  claimedRole,
  combineClaims,
  isAllowedDomain,
  personName,
  verifiedEmail,
} from './provider-claims.ts'

const email = 'ann@example.com'
const entra = 'https://login.microsoftonline.com/tenant/v2.0'

test('[SSO-2] an address counts only if the provider says that it is verified', () => {
  const verified = [
    { email_verified: true },
    { email_verified: 'true' },
    { iss: entra, xms_edov: true },
    { iss: entra, xms_edov: '1' },
  ]
  for (const claims of verified) assert.equal(verifiedEmail({ email, ...claims }), email, JSON.stringify(claims))
  const unverified = [
    {},
    { email_verified: false },
    { email_verified: 1 },
    { iss: 'https://other.example.com', xms_edov: true },
    { iss: 'https://login.microsoftonline.com.evil.com/', xms_edov: true },
    { iss: entra, xms_edov: true, email_verified: false },
    { iss: entra, xms_edov: 0 },
    { email: ['ann@example.com'], email_verified: true },
    { email: 'ann@example.com, bob@example.com', email_verified: true },
    { email: 'ann', email_verified: true },
  ]
  for (const claims of unverified) assert.equal(verifiedEmail({ email, ...claims }), null, JSON.stringify(claims))
})

test('[SSO-12] the ID token and userinfo are combined without mixing what they say about an address', () => {
  const settings = { roleClaim: 'roles' }
  const combine = (idToken: object, userInfo: object) =>
    combineClaims({ sub: '1', ...idToken }, { ...userInfo }, settings)
  const other = 'other@example.com'
  const verified = [
    [{}, { email, email_verified: true }],
    [
      { email, email_verified: true },
      { email: other, email_verified: false },
    ],
    [{ email_verified: false }, { email, email_verified: true }],
    [
      { iss: entra, email, xms_edov: true },
      { email: other, email_verified: false },
    ],
  ] as const
  for (const [idToken, userInfo] of verified)
    assert.equal(verifiedEmail(combine(idToken, userInfo)), email, JSON.stringify([idToken, userInfo]))
  const unverified = [
    [{ email }, { email, email_verified: true }],
    [{ email: null }, { email, email_verified: true }],
    [{ email_verified: true }, { email }],
    [
      { iss: entra, email },
      { email: other, xms_edov: true },
    ],
    [{ iss: entra, xms_edov: true }, { email }],
    [{}, { iss: entra, email, xms_edov: true }],
  ] as const
  for (const [idToken, userInfo] of unverified)
    assert.equal(verifiedEmail(combine(idToken, userInfo)), null, JSON.stringify([idToken, userInfo]))
  const more = { sub: '2', iss: 'other', sid: 's', auth_time: 1, name: 'Ann', roles: 'admin' }
  const combined = JSON.parse(JSON.stringify(combine({ name: 'Bob' }, more)))
  assert.deepEqual(combined, { sub: '1', name: 'Bob', roles: 'admin' })
})

test('[SSO-12] the time of a sign-in is a number of seconds that have passed', () => {
  for (const auth_time of [0, 1, 99.5, 100]) assert.equal(authenticationTime({ auth_time }, 100), auth_time)
  assert.equal(authenticationTime({}, 100), null)
  for (const auth_time of ['1', null, true, [1], {}, -1, 101, Number.NaN, Number.POSITIVE_INFINITY])
    assert.equal(authenticationTime({ auth_time }, 100), undefined, String(auth_time))
})

test('[SSO-3] domains are compared as a whole, in any case', () => {
  const domains = ['example.com']
  assert.equal(isAllowedDomain({ domains }, 'ann@Example.COM'), true)
  for (const other of ['ann@sub.example.com', 'ann@notexample.com', 'ann@example.com.evil.com'])
    assert.equal(isAllowedDomain({ domains }, other), false, other)
  assert.equal(isAllowedDomain({ domains: [] }, 'ann@anywhere.org'), true)
})

test('[SSO-3] [SSO-4] names and roles of any JSON type are read or ignored', () => {
  assert.deepEqual(personName({ given_name: ' Ann ', family_name: 'Lee' }), { first_name: 'Ann', last_name: 'Lee' })
  assert.deepEqual(personName({ name: 'Ann B. Lee' }), { first_name: 'Ann', last_name: 'B. Lee' })
  assert.deepEqual(personName({ given_name: 7, name: null }), { first_name: '', last_name: '' })
  const roleClaim = 'roles'
  for (const roles of [undefined, null, 'owner', 7, {}, [], [['x']], 'administrator'])
    assert.equal(claimedRole({ roleClaim }, { roles }), null)
  assert.equal(claimedRole({ roleClaim: undefined }, { roles: 'admin' }), null)
  assert.equal(claimedRole({ roleClaim }, { roles: ['guest', 'ADMIN'] }), 2)
})
