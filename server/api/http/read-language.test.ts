// The language of a response.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLanguage } from './read-language.ts'

const accepting = (list: string, cookie?: string) => readLanguage({ 'accept-language': list, cookie })

test('[WEB-11] the most preferred supported language is used', () => {
  assert.equal(accepting('fr, de-AT;q=0.8, en;q=0.7'), 'de')
  assert.equal(accepting('de;q=0.3, en;q=0.7'), 'en')
  assert.equal(accepting('de;q=0, fr'), 'en')
  assert.equal(accepting('de;q=what, *'), 'en')
  assert.equal(readLanguage({}), 'en')
})

test('[WEB-11] the chosen language takes precedence, unless it is unsupported', () => {
  assert.equal(accepting('en', 'a=b; tessera-language=de'), 'de')
  assert.equal(accepting('en', 'tessera-language=constructor'), 'en')
  assert.equal(accepting('de', 'tessera-language='), 'de')
})
