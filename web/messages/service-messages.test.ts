// Translates the server's messages into the language of the page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateServiceText } from './service-messages.ts'

test('[WEB-11] what the service says of a field is said in German, with its numbers', () => {
  assert.equal(translateServiceText('must not have fewer than 8 characters', 'de'), 'Braucht mindestens 8 Zeichen')
  assert.equal(translateServiceText('must be <= 15', 'de'), 'Darf höchstens 15 sein')
  assert.equal(translateServiceText('must not use the scheme ftp', 'de'), 'Darf nicht mit ftp: beginnen')
})

test('[WEB-11] an expression of the contract is no sentence for people, in either language', () => {
  const said = 'must be an email address such as ann@example.com'
  assert.equal(translateServiceText(said, 'en'), 'must be an email address')
  assert.equal(translateServiceText(said, 'de'), 'Muss eine E-Mail-Adresse sein')
  assert.equal(translateServiceText('has an invalid format', 'de'), 'Hat ein ungültiges Format')
})

test('[WEB-11] a message that is good English is kept, and an unknown one is shown unchanged', () => {
  assert.equal(translateServiceText('belongs to another user', 'en'), 'belongs to another user')
  assert.equal(translateServiceText('is made of cheese', 'de'), 'is made of cheese')
})
