import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksIn, parseMarks, withoutMarks } from './text-marks.ts'

/** Bold in capitals B(…), italic I(…), links L(…→…), list items with their marker and level. */
function shown(text: string): string {
  const lines = parseMarks(text)
  if (!lines) return text
  return lines
    .map(({ pieces, marker, level }) => {
      const words = pieces.map(piece => {
        const linked = piece.href === null ? piece.text : `L(${piece.text}→${piece.href})`
        const slanted = piece.isItalic ? `I(${linked})` : linked
        return piece.isBold ? `B(${slanted})` : slanted
      })
      return `${marker === null ? '' : `${level}${marker}|`}${words.join('')}`
    })
    .join('\n')
}

// biome-ignore format: a table
const cases: readonly (readonly [text: string, shown: string])[] = [
  ['a **bold** word',                'a B(bold) word'],
  ['*italic*, _italic_',             'I(italic), I(italic)'],
  ['***both***',                     'B(I(both))'],
  ['**bold *and italic***',          'B(bold )B(I(and italic))'],
  ['***both* bold**',                'B(I(both))B( bold)'],
  ['**bold _and_ more**',            'B(bold )B(I(and))B( more)'],
  ['part**ial**ly',                  'partB(ial)ly'],
  ['这是**粗体**和*斜体*字',              '这是B(粗体)和I(斜体)字'],
  ['(**in parentheses**)',           '(B(in parentheses))'],
  ['[the *docs*](https://a.example/x_y_z)', 'L(the →https://a.example/x_y_z)I(L(docs→https://a.example/x_y_z))'],
  ['[mail](mailto:ann@a.example)',   'L(mail→mailto:ann@a.example)'],
  ['**[b](http://a.example)**',      'B(L(b→http://a.example))'],
  ['see https://a.example/a_b_c.',   'see L(https://a.example/a_b_c→https://a.example/a_b_c).'],
  ['(https://a.example/w(x))',       '(L(https://a.example/w(x)→https://a.example/w(x)))'],
  ['**https://a.example**',          'B(L(https://a.example→https://a.example))'],
  ['- one\n  - two\n- **three**',    '0•|one\n1•|two\n0•|B(three)'],
  ['1. one\n12) twelve',             '01.|one\n012)|twelve'],
  ['\\*plain\\* and *not*',          '*plain* and I(not)'],
  ['\\- plain\n1\\. plain',          '- plain\n1. plain'],
  ['one\r\n*two*',                   'one\nI(two)'],
]

test('[KND-20] marks become styles, lists and links', () => {
  for (const [text, expected] of cases) assert.equal(shown(text), expected, text)
})

// biome-ignore format: a table
const plain = [
  '', 'nothing special', '5 * 3 * 2', '2*3*4', 'a*b*c', 'snake_case_name and __init__', '**unclosed', '*unclosed', 'closed*', '* no item',
  '** spaced **', '** ', '****', '**bold*', '*italic**', 'a * b*', '-no item', '-5 degrees', '--- ', '2024. a year', '1.no item',
  '[label]', '[label](javascript:alert(1))', '[label](not an address)', 'https://', 'xhttps://a.example', 'C:\\path\\to', '\\\\server\\share',
  '*one\ntwo*',
]

test('[KND-20] what is not clearly a mark stays as it was written', () => {
  for (const text of plain) assert.equal(parseMarks(text), null, text)
})

test('[WEB-54] lists and search get the text without marks, and the links in it', () => {
  const text = '**Plan**: [docs](https://a.example)\n- *one*\n2. https://b.example'
  assert.equal(withoutMarks(text), 'Plan: docs\n• one\n2. https://b.example')
  assert.deepEqual(linksIn(text), ['https://a.example', 'https://b.example'])
  assert.equal(withoutMarks('2*3*4'), '2*3*4')
})

test('[KND-20] a text that is twice as long takes twice as many steps, whatever marks it has', () => {
  const signs = ['*', '**', '***', '_', '__', 'a', ' ', '.', '\\', '[', '](https://a.example)', 'https://', '(', ')']
  const mixed = signs.flatMap(one => signs.flatMap(other => [`${one}a${other}`, `${one}${other}`, `**${one}a${other}`]))
  for (const part of [...mixed, '**a*_', '*a ', 'a* ', '**a *b ', '[a](', 'https://).', '***a* ', '- ']) {
    const stepsOf = (length: number) => {
      const work = { steps: 0 }
      parseMarks(`*a* ${part.repeat(length)} *end*`, work)
      return work.steps
    }
    const [once, twice] = [stepsOf(1_000), stepsOf(2_000)]
    assert.ok(twice <= 2.1 * once + 10, `${part}: ${once} steps, and ${twice} for twice the text`)
  }
})
