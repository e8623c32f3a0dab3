import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrganizationMember, WorkspaceUser } from '@tessera/client'
import { askedFor, isAddress, openWordAt, suggestionsFor, withAddress } from './suggest-people.ts'

const member = (id: number, first_name: string, last_name: string, email = `${first_name.toLowerCase()}@example.com`) =>
  ({ id, first_name, last_name, email }) as OrganizationMember

const ann = member(1, 'Ann', 'Lind')
const hannah = member(2, 'Hannah', 'Maier')
const max = member(3, 'Max', 'Maier')
const all = [hannah, ann, max]

function namesFor(typed: string, { text = typed, people = [] as Partial<WorkspaceUser>[] } = {}) {
  const found = suggestionsFor(all, people as WorkspaceUser[], { typed, text })
  return found.map(({ member: { first_name }, isHere }) => (isHere ? `${first_name} is here` : first_name))
}

test('[WEB-40] the word at the caret is what is typed behind the last address', () => {
  const typedIn = (text: string, caret = text.length) => openWordAt(text, caret)?.typed ?? null
  assert.equal(typedIn('ma'), 'ma')
  assert.equal(typedIn('a@example.com, Max Ma'), 'Max Ma')
  assert.equal(typedIn('a@example.com b@example.com ma'), 'ma')
  assert.equal(typedIn('a@example.com; '), null)
  assert.equal(typedIn(''), null)
  assert.equal(typedIn('ann, max', 2), 'an')
})

test('[WEB-40] a suggestion replaces the word, followed by a separator', () => {
  const text = 'a@example.com, ma, c@example.com'
  const word = openWordAt(text, 17)
  assert.ok(word)
  assert.deepEqual(withAddress(text, 17, word, max.email), {
    text: 'a@example.com, max@example.com, c@example.com',
    caret: 32,
  })
})

test('[WEB-40] names and addresses are found by any part, prefix matches first', () => {
  assert.deepEqual(namesFor('ann'), ['Ann', 'Hannah'])
  assert.deepEqual(namesFor('MAX mai'), ['Max'])
  assert.deepEqual(namesFor('nobody'), [])
  assert.equal(askedFor('Jo Maier'), 'maier')
})

test('[WEB-40] members with a role are shown last and marked, and addresses in the field are not offered again', () => {
  const people = [{ id: ann.id, has_role: true }]
  assert.deepEqual(namesFor('ann', { people }), ['Hannah', 'Ann is here'])
  assert.deepEqual(namesFor('ann', { people: [{ id: ann.id, has_role: false }] }), ['Ann', 'Hannah'])
  assert.deepEqual(namesFor('mai', { text: 'MAX@example.com, mai' }), ['Hannah'])
})

test('[WEB-40] a complete address is used as it is typed', () => {
  assert.equal(isAddress('max@example.com'), true)
  assert.equal(isAddress('max'), false)
  assert.deepEqual(namesFor('max@example.com'), ['Max'])
})
