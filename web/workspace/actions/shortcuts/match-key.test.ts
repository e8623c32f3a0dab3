import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAlternatives, formatKeys, matchesKey } from './match-key.ts'

const press = (key: string, more: object = {}) => ({
  key,
  code: '',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

test('[WEB-8] a key is taken with exactly the keys held that its name says', () => {
  assert.equal(matchesKey('v', press('v')), true)
  assert.equal(matchesKey('v', press('V', { shiftKey: true })), false)
  assert.equal(matchesKey('v', press('v', { ctrlKey: true })), false)
  assert.equal(matchesKey('mod+shift+z', press('Z', { metaKey: true, shiftKey: true })), true)
  assert.equal(matchesKey('mod+z', press('Z', { metaKey: true, shiftKey: true })), false)
  assert.equal(matchesKey('shift+arrowleft', press('ArrowLeft', { shiftKey: true })), true)
})

test('[WEB-8] signs are told by the sign, digits with Shift by their key', () => {
  assert.equal(matchesKey('?', press('?', { shiftKey: true })), true)
  assert.equal(matchesKey('+', press('+')), true)
  assert.equal(matchesKey('shift+1', press('!', { shiftKey: true, code: 'Digit1' })), true)
  assert.equal(matchesKey('shift+1', press('1', { code: 'Digit1' })), false)
})

test('[WEB-8] keys are written as people on each system know them', () => {
  assert.equal(formatKeys('mod+shift+z', true), '⌘⇧Z')
  assert.equal(formatKeys('mod+shift+z', false), 'Ctrl+Shift+Z')
  assert.equal(formatKeys('+', false), '+')
  const ways = ['left', 'right', 'up', 'down'].map(way => `shift+arrow${way}`)
  assert.deepEqual(formatAlternatives(ways, false), ['Shift+← ↑ ↓ →'])
  assert.deepEqual(formatAlternatives(['delete', 'backspace'], false), ['Del', '⌫'])
})
