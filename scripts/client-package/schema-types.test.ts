import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '../described-schema.ts'
import { declarationOf, typeOf } from './schema-types.ts'

const nothingKnown = { path: 'Thing', known: {} }

const types: readonly [schema: Schema, type: string][] = [
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', enum: ['a', null] }, '"a" | null'],
  [{ const: true }, 'true'],
  [{ $ref: '#/components/schemas/Note' }, 'Note'],
  [{ anyOf: [{ $ref: '#/components/schemas/Note' }, { type: 'null' }] }, 'Note | null'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array', items: { type: 'object', properties: { a: { enum: [1, 2] } } } }, '{\n  a?: 1 | 2\n}[]'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{ type: 'object', properties: {} }, 'Record<never, never>'],
  [{ type: 'object', properties: { 'a-b': { type: 'string' } }, required: ['a-b'] }, '{\n  "a-b": string\n}'],
  [{}, 'unknown'],
]

test('[CLI-17] a schema becomes the type that a person would write', () => {
  for (const [schema, type] of types) assert.equal(typeOf(schema, nothingKnown), type)
})

test('[CLI-17] a type that a schema cannot express is taken from its place or by its name', () => {
  const schema: Schema = {
    type: 'object',
    properties: { via: { type: 'array', items: { type: 'array' } }, change: { $ref: '#/components/schemas/Change' } },
    required: ['via', 'change'],
  }
  const known = { 'Thing.via[]': '[x: number, y: number]', Change: 'ListedChange' }
  assert.equal(
    declarationOf('Thing', schema, { path: 'Thing', known }),
    'export interface Thing {\n  via: [x: number, y: number][]\n  change: ListedChange\n}',
  )
})

test('[CLI-17] a property has its description, limits and default as a comment', () => {
  const schema: Schema = {
    type: 'object',
    description: 'A thing',
    properties: {
      text: { type: 'string', description: 'What it says, without */', maxLength: 1_024 },
      scale: { type: 'number', minimum: 0.5, maximum: 4, default: 1 },
    },
  }
  assert.equal(
    declarationOf('Thing', schema, nothingKnown),
    [
      '/** A thing. */',
      'export interface Thing {',
      '  /** What it says, without *\\/. At most 1,024 characters. */',
      '  text?: string',
      '  /**',
      '   * From 0.5 to 4.',
      '   * @default 1',
      '   */',
      '  scale?: number',
      '}',
    ].join('\n'),
  )
})
