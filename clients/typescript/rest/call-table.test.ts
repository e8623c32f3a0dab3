import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callTable } from './call-table.ts'

test('[CLI-2] the table of calls is plain data, so that web pages can ship it without the contract', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(callTable)), callTable)
})
