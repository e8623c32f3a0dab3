import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from './described-schema.ts'
import { docstring, pascalCase, singular, snakeCase } from './python-text.ts'
import { PythonTypes } from './python-types.ts'

const text: Schema = { type: 'string' }
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const definitionsOf = (schemas: Record<string, Schema>, responses: Schema[] = []) =>
  new PythonTypes(schemas, responses).definitions().map(one => one.trimEnd())

test('[PYC-2] an object is a TypedDict with the types of its fields', () => {
  const scale = { type: 'number', minimum: 0.5, maximum: 4, default: 1, description: 'Enlarges it' }
  const Note = {
    description: 'A note',
    properties: { text, scale, group: { type: ['string', 'null'] } },
    required: ['text'],
  }
  assert.deepEqual(definitionsOf({ Note }), [
    [
      'class Note(TypedDict):',
      '    """A note."""',
      '',
      '    text: str',
      '    scale: NotRequired[float]',
      '    """Enlarges it. From 0.5 to 4. Default: 1."""',
      '    group: NotRequired[str | None]',
    ].join('\n'),
  ])
})

test('[PYC-2] fields that Python cannot name are in a parent class', () => {
  assert.deepEqual(definitionsOf({ Edge: { properties: { from: text, to: text }, required: ['from', 'to'] } }), [
    [
      '_EdgeKeywords = TypedDict(\n    "_EdgeKeywords",\n    {\n        "from": "str",\n    },\n)',
      '\n\nclass Edge(_EdgeKeywords):\n    to: str',
    ].join('\n'),
  ])
})

test('[PYC-2] a list is a sequence in requests and a list in responses', () => {
  const Points = { properties: { points: { type: 'array', items: { type: 'number' } } }, required: ['points'] }
  const Sent = { ...Points, description: 'Sent' }
  const [received, sent] = definitionsOf({ Points, Sent }, [ref('Points')])
  assert.match(received ?? '', /points: list\[float\]/)
  assert.match(sent ?? '', /points: Sequence\[float\]/)
})

test('[PYC-2] a union names its members, which are final unless a field tells them apart', () => {
  const member = (kind: string): Schema => ({ properties: { kind: { const: kind } }, required: ['kind'] })
  const members = { A: member('a'), B: member('b') }
  const union = { oneOf: [ref('A'), ref('B')] }
  const marked = definitionsOf({ ...members, Either: { ...union, discriminator: { propertyName: 'kind' } } })
  assert.deepEqual(marked.at(-1), 'Either = Union["A", "B"]')
  assert.equal(marked[0], 'class A(TypedDict):\n    kind: Literal["a"]')
  assert.match(definitionsOf({ ...members, Either: union })[0] ?? '', /^@final\nclass A/)
})

test('[PYC-2] a schema that extends another is a class that extends its class', () => {
  const more = { properties: { kind: { const: 'note' } }, required: ['kind'] }
  const found = definitionsOf({ Note: { properties: { text } }, NoteObject: { allOf: [ref('Note'), more] } })
  assert.deepEqual(found.at(-1), 'class NoteObject(Note):\n    kind: Literal["note"]')
})

test('[PYC-2] long enums have a name that create, update and record share', () => {
  const color = { enum: ['Beige', 'Blue', 'Gold', 'Grey', 'Red', 'Teal', 'Yellow'] }
  const found = definitionsOf({ Note: { properties: { color } }, NoteUpdate: { properties: { color } } })
  assert.deepEqual(found, [
    'NoteColor = Literal["Beige", "Blue", "Gold", "Grey", "Red", "Teal", "Yellow"]',
    'class Note(TypedDict):\n    color: NotRequired[NoteColor]',
    'class NoteUpdate(TypedDict):\n    color: NotRequired[NoteColor]',
  ])
})

test('[PYC-2] names and docstrings follow the rules of Python', () => {
  assert.deepEqual(['listDeleted', 'import', 'me'].map(snakeCase), ['list_deleted', 'import_', 'me'])
  assert.deepEqual(['second_factors', 'secondFactors', 'webhook-id'].map(pascalCase), [
    'SecondFactors',
    'SecondFactors',
    'WebhookId',
  ])
  assert.deepEqual(['Entries', 'Users', 'Access'].map(singular), ['Entry', 'User', 'Access'])
  assert.equal(docstring(['Says "hi"'], 4), '    """Says "hi\\""""\n')
  assert.equal(docstring(['a \\d """ b'], 0), '"""a \\\\d \\"\\"\\" b"""\n')
  assert.equal(docstring([], 4), '')
  const long = docstring(['word '.repeat(60)], 4)
    .trimEnd()
    .split('\n')
  assert.ok(long.length > 2 && long.every(line => line.length <= 120))
})
