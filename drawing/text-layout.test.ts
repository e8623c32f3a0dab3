import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutText, lineHeightFactor, shorten, type TextToLayOut } from './text-layout.ts'
import { measureAdvance } from './text-measure.ts'

/** Ten units per character, whatever the font: widths can be counted. */
const tens = (text: string) => 10 * [...text].length

const given = (text: string, fields: Partial<TextToLayOut> = {}): TextToLayOut => ({
  text,
  fontFamily: 'Dosis',
  fontSize: 20,
  fontWeight: 'normal',
  fontStyle: 'normal',
  textTransform: 'inherit',
  ...fields,
})

const lines = (text: string, width?: number, fields: Partial<TextToLayOut> = {}) =>
  layOutText(given(text, width === undefined ? fields : { ...fields, width }), tens).lines.map(line => line.text)

test('without a width lines end at the line ends of the text', () => {
  const text = 'a rather long line that goes on\nand a second'
  assert.deepEqual(lines(text), text.split('\n'))
  assert.deepEqual(lines('one\r\ntwo\rthree\u2028four'), ['one', 'two', 'three', 'four'])
  assert.deepEqual(lines('one\n\n two  \n'), ['one', '', ' two', ''])
})

test('with a width lines break between words', () => {
  assert.deepEqual(lines('the quick brown fox', 100), ['the quick', 'brown fox'])
  assert.deepEqual(lines('the quick brown fox', 90), ['the quick', 'brown fox'], 'exactly full')
  assert.deepEqual(lines('the quick brown fox', 89), ['the', 'quick', 'brown', 'fox'])
  assert.deepEqual(lines('a  b     c', 40), ['a  b', 'c'], 'blanks at a break are not shown')
  assert.deepEqual(lines('  indented', 200), ['  indented'])
  assert.deepEqual(lines('one\n\ntwo', 200), ['one', '', 'two'])
  assert.deepEqual(lines('well-known facts', 60), ['well-', 'known', 'facts'])
  assert.deepEqual(lines('-5 to -7', 50), ['-5 to', '-7'], 'not after a sign')
})

test('a word longer than a line is broken anywhere, on a line of its own', () => {
  assert.deepEqual(lines('abcdefghij', 40), ['abcd', 'efgh', 'ij'])
  assert.deepEqual(lines('ab abcdefghij kl', 40), ['ab', 'abcd', 'efgh', 'ij', 'kl'])
  assert.deepEqual(lines('abcdefghij k', 40), ['abcd', 'efgh', 'ij k'])
  assert.deepEqual(lines('abc', 1), ['a', 'b', 'c'], 'never less than a character')
})

test('characters made of several codes are never torn apart', () => {
  assert.deepEqual(lines('👨‍👩‍👧👨‍👩‍👧🇵🇱', 1), ['👨‍👩‍👧', '👨‍👩‍👧', '🇵🇱'])
  assert.deepEqual(lines('e\u0301e\u0301', 1), ['e\u0301', 'e\u0301'])
})

test('Chinese and Japanese break between characters, but not before a full stop', () => {
  assert.deepEqual(lines('漢字漢字', 20), ['漢字', '漢字'])
  assert.deepEqual(lines('漢字漢。字', 30), ['漢字', '漢。字'])
})

test('uppercase is measured and shown as such', () => {
  assert.deepEqual(lines('Straße', undefined, { textTransform: 'uppercase' }), ['STRASSE'])
  const layout = layOutText(given('iii', { textTransform: 'uppercase' }))
  assert.equal(layout.width, measureAdvance('III', given('')))
})

test('an empty text is one empty line', () => {
  for (const width of [undefined, 100]) {
    const layout = layOutText(given('', width ? { width } : {}), tens)
    assert.deepEqual(
      layout.lines.map(line => [line.text, line.width]),
      [['', 0]],
    )
    assert.equal(layout.height, 20 * lineHeightFactor)
  }
})

test('lines lie one line height apart, baselines within them', () => {
  const { lines: placed, width, height } = layOutText(given('aa\nbbbb\nc'), tens)
  assert.deepEqual(
    placed.map(line => line.width),
    [20, 40, 10],
  )
  assert.equal(width, 40)
  assert.equal(height, 75)
  for (const [index, line] of placed.entries()) {
    assert.ok(line.y > index * 25 + 10 && line.y < (index + 1) * 25)
    assert.equal(line.x, 0)
  }
})

test('a line is shortened to what fits with an ellipsis', () => {
  const font = given('')
  const width = measureAdvance('Hello…', font)
  assert.equal(shorten('Hello world', font, width), 'Hello…')
  assert.equal(shorten('Hello world', font, measureAdvance('Hello …', font)), 'Hello…')
  assert.equal(shorten('Hello', font, width), 'Hello')
  assert.equal(shorten('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', font, 60), '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧')
  assert.equal(shorten('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', font, 59), '👨‍👩‍👧👨‍👩‍👧…')
  assert.equal(shorten('abc', font, 0), '…')
})

const marked = (text: string, width?: number) =>
  layOutText(given(text, width === undefined ? { hasMarks: true } : { hasMarks: true, width }), tens).lines

test('[WEB-54] a line with marks consists of runs, broken between words like a plain one', () => {
  const [first, second] = marked('the **quick brown** fox', 100)
  assert.deepEqual(
    first?.runs?.map(({ text, x, width, isBold }) => [text, x, width, isBold]),
    [
      ['the ', 0, 40, false],
      ['quick', 40, 50, true],
    ],
  )
  assert.deepEqual(
    second?.runs?.map(({ text, isBold }) => [text, isBold]),
    [
      ['brown', true],
      [' fox', false],
    ],
  )
  assert.deepEqual([first?.width, second?.width], [90, 90])
  assert.equal(marked('plain * text')[0]?.runs, null)
})

test('[WEB-54] list items hang behind their markers and are aligned as one block', () => {
  const [first, second, third, last] = marked('- one two\n1. six\nplain', 80)
  assert.deepEqual(
    first?.runs?.map(({ text, x }) => [text, x]),
    [
      ['•', 0],
      ['one', 18],
    ],
  )
  assert.deepEqual(
    second?.runs?.map(({ text, x }) => [text, x]),
    [['two', 18]],
  )
  assert.deepEqual(
    third?.runs?.map(({ text, x }) => [text, x]),
    [
      ['1.', 0],
      ['six', 28],
    ],
  )
  assert.deepEqual([first?.width, second?.width, third?.width, last?.width], [58, 58, 58, 50])
})

test('[WEB-54] capitals do not change the address of a link', () => {
  const [line] = layOutText(
    given('[Straße](https://a.example/x)', { hasMarks: true, textTransform: 'uppercase' }),
  ).lines
  assert.deepEqual([line?.text, line?.runs?.[0]?.href], ['STRASSE', 'https://a.example/x'])
})

test('[WEB-54] if marks are turned off, they are shown as they were typed', () => {
  assert.deepEqual(lines('**bold** - and'), ['**bold** - and'])
})
