import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../../workspace-messages-english.ts'
import { german } from '../../workspace-messages-german.ts'
import { formatAlternatives, formatKeys } from './format-keys.ts'

const { keys: inEnglish } = english.shortcuts
const { keys: inGerman } = german.shortcuts

test('[WEB-8] keys are written with the symbols of a Mac, and by name elsewhere', () => {
  assert.equal(formatKeys('mod+shift+z', true, inEnglish), '⌘⇧Z')
  assert.equal(formatKeys('mod+shift+z', false, inEnglish), 'Ctrl+Shift+Z')
  assert.equal(formatKeys('+', false, inEnglish), '+')
  const arrows = ['left', 'right', 'up', 'down'].map(way => `shift+arrow${way}`)
  assert.deepEqual(formatAlternatives(arrows, false, inEnglish), ['Shift+←↑↓→'])
  assert.deepEqual(formatAlternatives(['delete', 'backspace'], false, inEnglish), ['Del', '⌫'])
})

test('[WEB-8] keys have the names of the keyboards of the language', () => {
  assert.equal(formatKeys('mod+enter', false, inGerman), 'Strg+Eingabe')
  assert.equal(formatKeys('delete', false, inGerman), 'Entf')
  assert.equal(formatKeys('mod+enter', true, inGerman), '⌘↩')
})
