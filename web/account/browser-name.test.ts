import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useAccountMessages } from './account-messages.ts'
import { browserName } from './browser-name.ts'

const known = {
  'Chrome on Linux': { browser: 'Chrome', system: 'Linux', user_agent: 'Mozilla/5.0' },
  Chrome: { browser: 'Chrome', system: null, user_agent: 'Mozilla/5.0' },
  'curl/8.9.1': { browser: null, system: null, user_agent: 'curl/8.9.1' },
  'Unknown browser': { browser: null, system: null, user_agent: '' },
}

for (const [name, session] of Object.entries(known))
  test(`a browser is called ${name}`, () => assert.equal(browserName(session, useAccountMessages.now()), name))
