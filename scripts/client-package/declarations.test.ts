import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '@tessera/contract'
import { declarations } from './declarations.ts'

const text = declarations()

test('[CLI-17] every method says what it does, which request it makes and which scope it needs', () => {
  const comments = [...text.matchAll(/\/\*\*\n((?: +\*.*\n)+?) +\*\/\n +(?:readonly )?(\w+)[(:]/g)]
  for (const { id, method, path, verb, scope, description } of allOperations) {
    const request = `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``
    const [comment = ''] = comments.find(found => found[2] === verb && found[1]?.includes(request)) ?? []
    assert.ok(comment.includes(description), `${id} has no description`)
    if (scope !== null)
      assert.match(comment, new RegExp(`Scope: \`${scope}\`|Only for the token of a browser session`), id)
  }
})

test('[CLI-17] the records of the API are interfaces with plain types', () => {
  const [note = ''] = /export interface Note \{[\s\S]*?\n\}/.exec(text) ?? []
  assert.match(note, /^ {2}backgroundColor: "Beige" \| "Blue"/m)
  assert.match(note, /^ {2}group: string \| null$/m)
  assert.doesNotMatch(text, /typebox|Static<|TSchema/i)
})
