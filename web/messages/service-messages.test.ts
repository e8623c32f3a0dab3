// Translates the server's messages into the language of the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateServiceText } from './service-messages.ts'

test('[WEB-11] a message about a field is translated to German, with its numbers', () => {
  assert.equal(translateServiceText('must not have fewer than 8 characters', 'de'), 'Muss mindestens 8 Zeichen haben')
  assert.equal(translateServiceText('must be <= 15', 'de'), 'Darf höchstens 15 sein')
  assert.equal(translateServiceText('must not use the scheme ftp', 'de'), 'Darf nicht mit ftp: beginnen')
})

test('[WEB-11] regular expressions of the contract become sentences, in both languages', () => {
  const said = 'must be an email address such as ann@example.com'
  assert.equal(translateServiceText(said, 'en'), 'must be an email address')
  assert.equal(translateServiceText(said, 'de'), 'Muss eine E-Mail-Adresse sein')
  assert.equal(translateServiceText('has an invalid format', 'de'), 'Hat ein ungültiges Format')
})

test('[WEB-11] a message that is good English is kept, and an unknown one is shown unchanged', () => {
  assert.equal(translateServiceText('belongs to another user', 'en'), 'belongs to another user')
  assert.equal(translateServiceText('is made of cheese', 'de'), 'is made of cheese')
})
