import assert from 'node:assert/strict'
import { test } from 'node:test'
import { framingRefusal, type ResponseHeaders } from './framing.ts'

const refusal = (headers: ResponseHeaders, page = 'https://site.test/', ours = 'https://board.example.com') =>
  framingRefusal(headers, new URL(page), new URL(ours))

const options = (...values: string[]) => ({ 'x-frame-options': values.length === 1 ? values[0] : values })
const ancestors = (sources: string) => ({ 'content-security-policy': `default-src 'self'; frame-ancestors ${sources}` })

test('[FIL-22] a page without framing headers may be framed', () => {
  assert.equal(refusal({}), '')
  assert.equal(refusal({ 'content-security-policy': "default-src 'none'" }), '')
  assert.equal(refusal({ 'content-security-policy-report-only': "frame-ancestors 'none'" }), '')
})

test('[FIL-22] X-Frame-Options is interpreted like browsers do', () => {
  for (const refused of [['DENY'], [' deny '], ['SAMEORIGIN'], ['ALLOWALL, DENY'], ['SAMEORIGIN', 'ALLOW-FROM x']])
    assert.notEqual(refusal(options(...refused)), '', refused.join())
  for (const allowed of [['ALLOWALL'], ['ALLOW-FROM https://board.example.com'], ['nonsense']])
    assert.equal(refusal(options(...allowed)), '', allowed.join())
  assert.equal(refusal(options('SAMEORIGIN'), 'https://board.example.com/view/x'), '')
})

test('[FIL-22] frame-ancestors overrides the older header, and every policy must allow it', () => {
  const allowed = [
    '*',
    'https:',
    'http:',
    'board.example.com',
    'https://board.example.com',
    'https://board.example.com:443',
    'https://board.example.com/',
    'http://board.example.com:80',
    'https://*.example.com',
    'https://*:*',
    "'none' https://board.example.com",
    'HTTPS://BOARD.EXAMPLE.COM',
  ]
  for (const sources of allowed) assert.equal(refusal(ancestors(sources)), '', sources)
  const refused = [
    "'none'",
    '',
    "'self'",
    'other.test',
    '*.board.example.com',
    'ample.com',
    'https://board.example.com:8443',
    'https://board.example.com/path',
    'data:',
    '*example.com',
  ]
  for (const sources of refused) assert.notEqual(refusal(ancestors(sources)), '', sources)
  assert.equal(refusal({ ...ancestors('*'), ...options('DENY') }), '', 'the policy is newer')
  const two = ['frame-ancestors https:', "frame-ancestors 'self'"]
  assert.notEqual(refusal({ 'content-security-policy': two }), '')
  assert.notEqual(refusal({ 'content-security-policy': two.join(', ') }), '')
  assert.equal(refusal(ancestors("'self'"), 'https://board.example.com/view/x'), '')
  assert.notEqual(refusal(ancestors('board.example.com'), 'https://site.test', 'http://board.example.com'), '')
})

test('[FIL-22] an http page is not framed by an https page, and a download never', () => {
  assert.notEqual(refusal({}, 'http://site.test/'), '')
  assert.equal(refusal({}, 'http://localhost:3000/'), '')
  assert.equal(refusal({}, 'http://site.test/', 'http://board.example.com'), '')
  assert.notEqual(refusal({ 'content-disposition': 'attachment; filename="a.pdf"' }), '')
  assert.equal(refusal({ 'content-disposition': 'inline' }), '')
})
