// Which redirect URIs an application can register.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@tessera/contract'
import { mergeRedirectUris } from './redirect-uris.ts'

const fine = [
  'https://app.example.com/callback?from=tessera',
  'https://app.example.com:8443',
  'http://localhost:3000/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:8080/callback',
  'com.example.app:/callback',
  'myapp://callback',
]

for (const uri of fine) {
  test(`[AUT-10] ${uri} is accepted exactly as written`, () => {
    assert.deepEqual(mergeRedirectUris({ redirect_uri: uri }, [], false), [uri])
  })
}

const invalid = [
  '/callback',
  'app.example.com/callback',
  'https://',
  'https://app.example.com/callback#token',
  'https://app.example.com/callback#',
  'https://user:secret@app.example.com/',
  'https://app.example.com/ callback',
  ' https://app.example.com/',
  'https://app.example.com/\ncallback',
  'https://app.example.com/\u00e4',
  'https://app.example.com\\@evil.example.com/',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'blob:https://app.example.com/1',
  'http://app.example.com/callback',
  'http://localhost.example.com/callback',
  'http://127.0.0.1.example.com/callback',
]

for (const uri of invalid) {
  test(`[AUT-10] ${JSON.stringify(uri)} is refused with the field's name`, () => {
    const names = (name: string) => (error: unknown) => error instanceof Problem && error.fieldErrors[0]?.field === name
    assert.throws(() => mergeRedirectUris({ redirect_uri: uri }, [], false), names('redirect_uri'))
    const redirect_uris = ['https://app.example.com/', uri]
    assert.throws(() => mergeRedirectUris({ redirect_uris }, [], false), names('redirect_uris[1]'))
  })
}

test('[AUT-10] plain http is accepted if the service itself uses it', () => {
  const uri = 'http://app.example.com/callback'
  assert.deepEqual(mergeRedirectUris({ redirect_uri: uri }, [], true), [uri])
})

const [a, b, c] = ['https://a.example.com/', 'https://b.example.com/', 'https://c.example.com/'] as const

test('[AUT-10] both fields form one list without duplicates, redirect_uri first', () => {
  const merge = (redirect_uri: string | undefined, redirect_uris: string[] | undefined, before: string[] = []) =>
    mergeRedirectUris({ redirect_uri, redirect_uris }, before, false)
  assert.deepEqual(merge(a, [b, a, c]), [a, b, c])
  assert.deepEqual(merge(undefined, [b, b, a]), [b, a])
  assert.deepEqual(merge(undefined, undefined, [a, b]), [a, b])
  assert.deepEqual(merge(c, undefined, [a, b]), [c, b])
  assert.deepEqual(merge(b, undefined, [a, b, c]), [b, c])
  assert.deepEqual(merge(undefined, [c], [a, b]), [c])
})

test('[AUT-10] at least one URI is required, and at most twenty are accepted', () => {
  const many = Array.from({ length: 20 }, (_, index) => `https://app.example.com/${index}`)
  assert.equal(mergeRedirectUris({ redirect_uris: many }, [], false).length, 20)
  assert.throws(() => mergeRedirectUris({ redirect_uri: a, redirect_uris: many }, [], false), /redirect_uris/)
  assert.throws(() => mergeRedirectUris({}, [], false), /redirect_uri is required/)
  assert.throws(() => mergeRedirectUris({ redirect_uris: [] }, [a], false), /redirect_uris is required/)
})
