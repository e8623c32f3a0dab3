// Tests reading rules and citations, and comparing them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citationsIn, compareRules, type Occurrences, rulesIn, untestedIn } from './check-rules.ts'

function seen(...ids: string[]): Occurrences {
  return new Map(ids.map(id => [id, [`${id}.md:1`]]))
}

test('a rule is a line that starts with its id; mentions are not rules', () => {
  const { rules, errors } = rulesIn(
    'a.md',
    '# A\n\n- **[ABC-1]** One, as ABC-9 says.\n  See [ABC-8].\n- **[ABC-12]** Two.\n',
  )
  assert.deepEqual(
    [...rules],
    [
      ['ABC-1', ['a.md:3']],
      ['ABC-12', ['a.md:5']],
    ],
  )
  assert.deepEqual(errors, [])
})

for (const line of ['- **[abc-1]** text', '- **[ABC1]** text', '- **[ABC-1]**', '- **[ABC-1] text**']) {
  test(`a rule written as ${line} is an error`, () => {
    const { rules, errors } = rulesIn('a.md', `text\n${line}`)
    assert.equal(rules.size, 0)
    assert.match(errors.join(), /^a\.md:2 /)
  })
}

test('a line of untested.md without a reason is an error', () => {
  const { rules, errors } = untestedIn('untested.md', '# Later\n\n- ABC-1: needs mail\n- ABC-2:\n')
  assert.deepEqual([...rules.keys()], ['ABC-1'])
  assert.match(errors.join(), /^untested\.md:4 /)
})

test('ids are found in every form of a title', () => {
  const source = [
    `test('[ABC-1] plain', () => {})`,
    `test("[ABC-2] [ABC-3] two", () => {})`,
    `test('[ABC-4, ABC-5] listed', () => {})`,
    `for (const kind of kinds) test(\`[ABC-6] \${kind} too\`, () => {})`,
    `describe('[ABC-7] a group', () => { it('[ABC-8] inside', () => {}) })`,
    `await t.test('[ABC-9] a part', () => {})`,
    `testOnBoth('[ABC-10] by a function of ours', () => {})`,
  ].join('\n')
  const cited = citationsIn('a.test.ts', source)
  assert.deepEqual(
    [...cited.keys()].sort((a, b) => Number(a.slice(4)) - Number(b.slice(4))),
    ['ABC-1', 'ABC-2', 'ABC-3', 'ABC-4', 'ABC-5', 'ABC-6', 'ABC-7', 'ABC-8', 'ABC-9', 'ABC-10'],
  )
  assert.deepEqual(cited.get('ABC-6'), ['a.test.ts:4'])
})

test('an id elsewhere is not a citation: comments, other calls, a skipped test', () => {
  const source = [
    `// test('[ABC-1] not any more', () => {})`,
    `console.log('[ABC-2] said')`,
    `test('title', () => { send('[ABC-3]') })`,
    `test.skip('[ABC-4] some day', () => {})`,
  ].join('\n')
  assert.deepEqual([...citationsIn('a.test.ts', source)], [])
})

test('nothing is reported if rules, reasons and citations match', () => {
  assert.deepEqual(compareRules(seen('ABC-1', 'ABC-2'), seen('ABC-2'), seen('ABC-1')), [])
})

test('every mismatch is reported', () => {
  const twice: Occurrences = new Map([['ABC-1', ['a.md:1', 'b.md:2']]])
  assert.match(compareRules(twice, seen(), seen('ABC-1')).join(), /ABC-1 is defined several times: a\.md:1, b\.md:2/)
  assert.match(compareRules(seen(), seen(), seen('ABC-1')).join(), /cites ABC-1, which does not exist/)
  assert.match(compareRules(seen('ABC-1'), seen(), seen()).join(), /ABC-1 has no test/)
  assert.match(compareRules(seen('ABC-1'), seen('ABC-1'), seen('ABC-1')).join(), /ABC-1 has a test now/)
  assert.match(compareRules(seen(), seen('ABC-1'), seen()).join(), /ABC-1 does not exist/)
})
