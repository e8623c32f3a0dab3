// Tests where the browser continues after signing in.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localPath } from './local-path.ts'

test('[SGN-5] a local path is returned unchanged', () => {
  for (const path of [
    '/',
    '/developers',
    '/api/authorize?client_id=a&redirect_uri=https%3A%2F%2Fx.example',
    '/docs#notes',
  ])
    assert.equal(localPath(path), path)
})

test('[SGN-5] no value leads to another site', () => {
  const strange = [
    ...['https://evil.example.com', '//evil.example.com', '/\\evil.example.com', '\\\\evil.example.com', 'evil', ''],
    ...[
      'javascript:alert(1)',
      '/\t/evil.example.com',
      '/\n/evil.example.com',
      ' //evil.example.com',
      '/%0d%0aX: y\r\n',
    ],
    ...['/a\\..//evil.example.com', 'http:/evil.example.com', '/é'],
  ]
  for (const next of strange) assert.equal(localPath(next), '/', JSON.stringify(next))
  for (const next of ['/..//evil.example.com', '/.//evil.example.com', '/a/..//evil.example.com'])
    assert.equal(new URL(localPath(next), 'http://here.example').origin, 'http://here.example', next)
})
