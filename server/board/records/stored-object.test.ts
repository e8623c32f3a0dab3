// Stored records without fields that were added to their kind since.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KindName } from '@tessera/contract'
import { allKinds } from '../../testing/any-kind.ts'
import { newRecord } from '../changes/new-record.ts'
import { completeRecord, completeText, type StoredRecord } from './stored-object.ts'

const now = '2026-01-01T00:00:00.000Z'

for (const kind of allKinds) {
  const name = kind.name as KindName
  const given = kind.defaults.text === undefined ? { text: 'with "pin":, and ,"order":' } : {}
  const whole = newRecord(name, given, { now, order: 'b' })
  const fields = Object.keys(kind.defaults).flatMap(field => {
    const stored = kind.fields[field]?.storedAs ?? field
    return stored in whole ? [stored] : []
  })

  test(`[OPS-62] a ${name} without any one of its fields gets the default`, () => {
    assert.ok(fields.length > 0)
    for (const field of fields) {
      const { [field]: removed, ...rest } = whole
      assert.deepEqual(completeRecord(name, rest as StoredRecord), whole, field)
      assert.deepEqual(JSON.parse(completeText(name, JSON.stringify(rest))), whole, field)
    }
  })

  test(`[OPS-62] a ${name} with all fields stays as it is, and is not parsed`, () => {
    const text = JSON.stringify(whole)
    assert.equal(completeRecord(name, whole), whole)
    assert.equal(completeText(name, text), text)
    // Text that is no JSON could not be parsed.
    assert.equal(completeText(name, text.slice(0, -1)), text.slice(0, -1))
  })
}
