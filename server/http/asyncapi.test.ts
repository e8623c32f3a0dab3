// The AsyncAPI document: the parser of AsyncAPI accepts it, and its examples fit the contract.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parser } from '@asyncapi/parser'
import { clientMessages, serverMessages } from '@tessera/contract/live'
import { Compile } from 'typebox/compile'
import { asyncApiDocument } from './asyncapi.ts'
import { liveExamples, liveMeanings } from './asyncapi-messages.ts'

test('[DSC-5] the parser of AsyncAPI has nothing to say', async () => {
  const { diagnostics } = await new Parser().parse(JSON.stringify(asyncApiDocument()))
  assert.deepEqual(
    diagnostics.map(one => one.message),
    [],
  )
})

test('[DSC-5] every message has a meaning and an example that fits', () => {
  for (const [side, table] of Object.entries({ client: clientMessages, server: serverMessages })) {
    for (const [type, schema] of Object.entries(table)) {
      const name = `${side}_${type}`
      assert.ok(liveMeanings[name], name)
      assert.ok(Compile(schema).Check({ type, ...liveExamples[name] }), name)
    }
  }
})
