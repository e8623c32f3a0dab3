// Tests what is read from the claims of a provider, and what is not trusted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimedRole, isAllowedDomain, personName, verifiedEmail } from './provider-claims.ts'

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
