import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesKey } from './match-key.ts'

const press = (key: string, more: object = {}) => ({
  key,
  code: '',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

test('[WEB-8] a shortcut matches only with exactly its modifier keys', () => {
  assert.equal(matchesKey('v', press('v')), true)
  assert.equal(matchesKey('v', press('V', { shiftKey: true })), false)
  assert.equal(matchesKey('v', press('v', { ctrlKey: true })), false)
  assert.equal(matchesKey('mod+shift+z', press('Z', { metaKey: true, shiftKey: true })), true)
  assert.equal(matchesKey('mod+z', press('Z', { metaKey: true, shiftKey: true })), false)
  assert.equal(matchesKey('shift+arrowleft', press('ArrowLeft', { shiftKey: true })), true)
})

test('[WEB-8] characters are compared by the character, digits with Shift by the physical key', () => {
  assert.equal(matchesKey('?', press('?', { shiftKey: true })), true)
  assert.equal(matchesKey('+', press('+')), true)
  assert.equal(matchesKey('shift+1', press('!', { shiftKey: true, code: 'Digit1' })), true)
  assert.equal(matchesKey('shift+1', press('1', { code: 'Digit1' })), false)
})

test('[WEB-8] a character may need AltGr or Option', () => {
  assert.equal(matchesKey(']', press(']', { altKey: true })), true)
  assert.equal(matchesKey(']', press(']', { altKey: true, ctrlKey: true })), true)
  assert.equal(matchesKey(']', press(']', { ctrlKey: true })), false)
  assert.equal(matchesKey('mod+]', press(']', { ctrlKey: true })), true)
  assert.equal(matchesKey('mod+]', press(']', { altKey: true, metaKey: true })), true)
})
