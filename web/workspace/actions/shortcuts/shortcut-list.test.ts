import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../../workspace-messages-english.ts'
import { german } from '../../workspace-messages-german.ts'
import { formatKeys } from './format-keys.ts'
import { formatGesture, gestureList } from './gesture-list.ts'
import { matchesKey, type PressedKey } from './match-key.ts'
import { keyLabelOf, nudgedUnits, shortcutList } from './shortcut-list.ts'

/** The event of a key press. */
function pressOf(keys: string): PressedKey {
  const parts = keys.split(/\+(?=.)/)
  const key = parts.pop() as string
  const [shiftKey, altKey, ctrlKey] = ['shift', 'alt', 'mod'].map(name => parts.includes(name)) as [
    boolean,
    boolean,
    boolean,
  ]
  const code = /^\d$/.test(key) ? `Digit${key}` : ''
  return {
    key: shiftKey && /^[a-z]$/.test(key) ? key.toUpperCase() : key,
    code,
    shiftKey,
    altKey,
    ctrlKey,
    metaKey: false,
  }
}

/** One row is for a selected document, the other for everything else. */
const sharedKeys = ['sendToBack previousPage', 'bringToFront nextPage']

test('[WEB-32] every key belongs to one row and matches as it is written', () => {
  for (const { keys } of shortcutList) {
    const matching = shortcutList.filter(other => matchesKey(other.keys, pressOf(keys)))
    assert.deepEqual([...new Set(matching.map(other => other.keys))], [keys])
    const names = matching.map(other => other.name)
    assert.ok(names.length === 1 || sharedKeys.includes(names.join(' ')), names.join(' '))
  }
})

test('[WEB-32] tooltips and menus show the first key of an action', () => {
  for (const { name } of shortcutList) {
    const first = shortcutList.find(other => other.name === name)?.keys ?? ''
    assert.equal(keyLabelOf(name), formatKeys(first, false, english.shortcuts.keys))
  }
  assert.equal(keyLabelOf('openComments'), keyLabelOf('comments'))
  assert.equal(keyLabelOf('copyLink'), undefined)
})

test('[WEB-60] in German, menus name keys for stacking that need no AltGr', () => {
  const names = ['bringToFront', 'sendToBack', 'bringForward', 'sendBackward'] as const
  assert.deepEqual(
    names.map(name => keyLabelOf(name, german.shortcuts)),
    ['Umschalt+Pos1', 'Umschalt+Ende', 'Umschalt+Bild ↑', 'Umschalt+Bild ↓'],
  )
  assert.equal(keyLabelOf('nextPage', german.shortcuts), ']')
})

test('[WEB-32] everything in the shortcut sheet has a label in every language', () => {
  for (const { actions, tools, shortcuts } of [english, german]) {
    const names = { ...actions, ...tools, ...shortcuts.names }
    const shown = [...shortcutList.map(({ name, row }) => row ?? name), ...gestureList.map(({ name }) => name)]
    assert.deepEqual(
      shown.filter(name => !(name in names)),
      [],
    )
    const formatted = gestureList.flatMap(({ ways }) => ways.map(way => formatGesture(way, false, shortcuts)))
    assert.deepEqual(
      formatted.filter(way => /[a-z]{3}click|tapdrag|doubletap|^hold$|^finger$/.test(way)),
      [],
    )
  }
})

test('[WEB-65] a nudge is so many pixels of the screen, and at least one unit of the board', () => {
  const nudged = [0.25, 0.5, 1, 3, 8].map(zoom => [nudgedUnits(1, zoom), nudgedUnits(-10, zoom)])
  assert.deepEqual(nudged, [
    [4, -40],
    [2, -20],
    [1, -10],
    [1, -3],
    [1, -1],
  ])
  assert.equal(nudgedUnits(0, 1), 0)
})
