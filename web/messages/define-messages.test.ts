import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from '@tessera/contract/languages'
import { defineMessages } from './define-messages.ts'

test('[WEB-11] the first language of the browser that is spoken here is taken, whatever its country', () => {
  assert.equal(preferredLanguage(['fr-FR', 'de-AT', 'en']), 'de')
  assert.equal(preferredLanguage(['EN-GB', 'de']), 'en')
  assert.equal(preferredLanguage(['fr', 'constructor']), 'en')
  assert.equal(preferredLanguage([]), 'en')
})

test('[WEB-11] before a page has found its language it speaks English', () => {
  const useMessages = defineMessages({
    en: { found: (count: number) => `${count} found`, none: 'Nothing' },
    de: { found: count => `${count} gefunden`, none: 'Nichts' },
  })
  assert.deepEqual([useMessages.now().found(3), useMessages.now().none], ['3 found', 'Nothing'])
})
