import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUserAgent } from './user-agent.ts'

const known = {
  'Chrome on Linux':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
  'Firefox on macOS': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.4; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Safari on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
  'null on null': 'curl/8.9.1',
}

for (const [name, userAgent] of Object.entries(known))
  test(`[SGN-9] a user agent is that of ${name}`, () => {
    const { browser, system } = readUserAgent(userAgent)
    assert.equal(`${browser} on ${system}`, name)
  })
