// Tests invalid settings: each error names its variable.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { removedSettingWarnings } from './removed-settings.ts'
import { settings } from './settings.ts'

const invalid: Record<string, string[]> = {
  PORT: ['x', '70000', '-1'],
  PUBLIC_URL: ['board.example.com', 'https://board.example.com/path', 'ftp://board.example.com'],
  DATABASE_URL: ['mysql://host/db', 'host'],
  REDIS_URL: ['http://host', 'host:6379'],
  SMTP_URL: ['http://host', 'host'],
  MAIL_FROM: ['Tessera'],
  SECRET_KEY: ['k'.repeat(31)],
  SECRET_KEY_PREVIOUS: ['short'],
  METRICS_TOKEN: ['short', 'with spaces in the middle'],
  ADMIN_EMAIL: ['admin'],
  ADMIN_PASSWORD: ['short'],
  DEMO: ['maybe'],
  OIDC_ISSUER: ['login.example.com', 'ftp://login.example.com', 'https://login.example.com?x=1'],
  OIDC_DOMAINS: ['example', 'ann@example.com'],
  OIDC_SIGN_UP: ['sometimes'],
  PASSWORD_SIGN_IN: ['off'],
  DISK_MIN_FREE_BYTES: ['-1', '100 MB'],
  DRAIN_SECONDS: ['soon', '-1', '601', '1.5'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'ftp://collector'],
  OTEL_EXPORTER_OTLP_HEADERS: ['authorization', 'a=b,two words=c'],
  OTEL_TRACES_SAMPLER: ['sometimes'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-0.1', 'half'],
  LOG_REQUESTS: ['no'],
  LOG_LEVEL: ['loud'],
  METRICS_ALLOW: ['prometheus', '10.0.0.0/33', '10.0.0.1, *'],
  TRUSTED_PROXIES: ['foo', '10.0.0.1, proxy.local', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/255.0.255.0', '::1/129'],
}

for (const [name, values] of Object.entries(invalid))
  test(`[ADR-13] an invalid ${name} is rejected by name`, () => {
    for (const value of values)
      assert.throws(() => readConfig({ [name]: value }), {
        message: new RegExp(`^The setting ${name} is .+ must be .+`),
      })
  })

test('[ADR-13] TRUSTED_PROXIES takes addresses, networks and the names of common networks', () => {
  const text = '127.0.0.1, 10.0.0.0/8, 192.168.0.0/255.255.0.0, ::1, fd00::/8, loopback, uniquelocal'
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: text }).trustedProxies, text.split(', '))
})

test('[ADR-13] single sign-on needs a client, and turning passwords off needs single sign-on', () => {
  const OIDC_ISSUER = 'https://login.example.com/realms/main'
  assert.throws(() => readConfig({ OIDC_ISSUER }), /^ConfigError|The setting OIDC_CLIENT_ID is missing/)
  assert.throws(() => readConfig({ PASSWORD_SIGN_IN: '0' }), /The setting OIDC_ISSUER is missing/)
  assert.deepEqual(readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'tessera', OIDC_DOMAINS: 'Example.com, b.org' }).oidc, {
    issuer: OIDC_ISSUER,
    clientId: 'tessera',
    clientSecret: undefined,
    name: 'login.example.com',
    domains: ['example.com', 'b.org'],
    canSignUp: false,
    roleClaim: undefined,
  })
  assert.equal(readConfig({}).oidc, undefined)
})

test('[ADR-20] a setting that was removed has no effect, and a warning says what applies instead', () => {
  const environment = { IMAGE_FETCHES: '3', BODY_LIMIT_BYTES: 'x', LISTENERS_PER_USER: ' ', PORT: '9000' }
  assert.deepEqual(removedSettingWarnings(environment), [
    'the setting BODY_LIMIT_BYTES was removed and has no effect: a JSON body has at most 1,048,576 bytes',
    'the setting IMAGE_FETCHES was removed and has no effect: each process fetches at most 16 images by URL at the same time',
  ])
  const { imageFetches, bodyLimitBytes } = readConfig(environment)
  assert.deepEqual([imageFetches, bodyLimitBytes], [16, 1_048_576])
  const present = Object.fromEntries(Object.keys(settings).map(name => [name, '1']))
  assert.deepEqual(removedSettingWarnings(present), [], 'a setting cannot be removed and present')
})

test('[ADR-13] an error shows no password of a URL', () => {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'])
    assert.throws(
      () => readConfig({ [name]: 'http://user:hunter22@host' }),
      (error: Error) => !error.message.includes('hunter22'),
    )
})
