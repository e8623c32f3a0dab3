import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '@tessera/contract'
import { declarations } from './declarations.ts'

const text = declarations()

test('[CLI-17] the comment of every method says what it does, which request it sends and which scopes it needs', () => {
  const comments = [...text.matchAll(/\/\*\*\n((?: +\*.*\n)+?) +\*\/\n +(?:readonly )?(\w+)[(:]/g)]
  for (const { id, method, path, verb, scopes, description } of allOperations) {
    const request = `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``
    const [comment = ''] = comments.find(found => found[2] === verb && found[1]?.includes(request)) ?? []
    assert.ok(comment.includes(description), `${id} has no description`)
    const needed = scopes.map(scope => `\`${scope}\``).join(' and ')
    if (needed !== '') assert.match(comment, new RegExp(`Scopes?: ${needed}|Only browser sessions can use it`), id)
  }
})

test('[CLI-17] every record, request and option has a comment, and so does each of its fields', () => {
  const interfaces = text.match(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export interface [\s\S]*?\n\}/g) ?? []
  assert.ok(interfaces.length > 150)
  const undescribed = interfaces.flatMap(one => {
    const name = /export interface (\w+)/.exec(one)?.[1]
    const fields = [...one.matchAll(/(\*\/)?\n {2}(?:readonly )?("?[\w-]+"?)\??[:(]/g)].filter(found => !found[1])
    return [...(one.startsWith('/**') ? [] : [name]), ...fields.map(found => `${name}.${found[2]}`)]
  })
  assert.deepEqual(undescribed, [])
})

test('[CLI-17] the records of the API are interfaces with plain types', () => {
  const [note = ''] = /export interface Note \{[\s\S]*?\n\}/.exec(text) ?? []
  assert.match(note, /^ {2}backgroundColor: "Beige" \| "Blue"/m)
  assert.match(note, /^ {2}group: string \| null$/m)
  assert.doesNotMatch(text, /typebox|Static<|TSchema/i)
})
