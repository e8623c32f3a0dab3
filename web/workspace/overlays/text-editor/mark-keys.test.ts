import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editForKey } from './mark-keys.ts'

/** The selection is between two `|`; one stands for the caret. */
function press(marked: string, keys: string): string | null {
  const parts = marked.split('|')
  const [before = '', selected = ''] = parts.length === 3 ? parts : [parts[0], '']
  const text = parts.join('')
  const names = keys.split('+')
  const key = names.pop() as string
  const edit = editForKey(
    { text, start: before.length, end: before.length + selected.length },
    {
      key,
      code: /^\d$/.test(key) ? `Digit${key}` : '',
      ctrlKey: names.includes('mod'),
      metaKey: false,
      shiftKey: names.includes('shift'),
      altKey: false,
    },
  )
  if (!edit) return null
  const made = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const [one, two, three] = [made.slice(0, edit.start), made.slice(edit.start, edit.end), made.slice(edit.end)]
  return two === '' ? `${one}|${three}` : `${one}|${two}|${three}`
}

// biome-ignore format: a table
const cases: readonly (readonly [before: string, keys: string, after: string | null])[] = [
  ['a |word| here',        'mod+b',       'a **|word|** here'],
  ['a **|word|** here',    'mod+b',       'a |word| here'],
  ['a |word| here',        'mod+i',       'a *|word|* here'],
  ['a *|word|* here',      'mod+i',       'a |word| here'],
  ['a **|word|** here',    'mod+i',       'a ***|word|*** here'],
  ['a ***|word|*** here',  'mod+b',       'a *|word|* here'],
  ['a wo|rd here',         'mod+b',       'a **|word|** here'],
  ['a w|o|rd here',        'mod+i',       'a *|word|* here'],
  ['a| word |here',        'mod+b',       'a **|word|** here'],
  ['nothing |',            'mod+b',       'nothing **|**'],
  ['see |this|',           'mod+k',       'see [this](|https://|)'],
  ['see |https://a.example|', 'mod+k',    'see [|](https://a.example)'],
  ['|one\ntwo|',           'mod+shift+8', '|- one\n- two|'],
  ['|- one\n- two|',       'mod+shift+8', '|one\ntwo|'],
  ['|- one\n- two|',       'mod+shift+7', '|1. one\n2. two|'],
  ['one|',                 'mod+shift+8', '- one|'],
  ['- one|',               'enter',       '- one\n- |'],
  ['  9. nine|',           'enter',       '  9. nine\n  10. |'],
  ['- one| two',           'enter',       '- one\n- | two'],
  ['- one\n- |',           'enter',       '- one\n|'],
  ['plain|',               'enter',       null],
  ['|- one',               'enter',       null],
  ['plain|',               'b',           null],
  ['- one\n- t|wo',        'tab',         '- one\n  - t|wo'],
  ['- one\n  - t|wo',      'shift+tab',   '- one\n- t|wo'],
  ['|- one\n- two|',       'tab',         '|  - one\n  - two|'],
  ['1. one\n2. |two',      'tab',         '1. one\n  1. |two'],
  ['1. one\n  1. |two',    'shift+tab',   '1. one\n2. |two'],
  ['1. a\n  1. b\n2. |c',  'tab',         '1. a\n  1. b\n  2. |c'],
  ['- |one',               'shift+tab',   '- |one'],
  ['            - |deep',  'tab',         '            - |deep'],
  ['plain|',               'tab',         null],
  ['|- one\nplain|',       'tab',         null],
]

test('[WEB-55] keys set and remove marks, Enter continues a list, and Tab indents it', () => {
  for (const [before, keys, after] of cases) assert.equal(press(before, keys), after, `${before} ${keys}`)
})
