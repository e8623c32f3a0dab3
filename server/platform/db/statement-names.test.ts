import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementNames } from './statement-names.ts'

test('a text gets a name the second time, and keeps it', () => {
  const names = new StatementNames()
  assert.equal(names.nameOf('select 1'), undefined)
  const name = names.nameOf('select 1')
  assert.match(name ?? '', /^[\w-]{20}$/)
  assert.equal(names.nameOf('select 1'), name)
})

test('two connections give the same text the same name, and different texts different ones', () => {
  const named = (text: string) => {
    const names = new StatementNames()
    names.nameOf(text)
    return names.nameOf(text)
  }
  assert.equal(named('select 1'), named('select 1'))
  assert.notEqual(named('select 1'), named('select 2'))
})

test('there are never more names than the limit, and assigned names stay', () => {
  const names = new StatementNames(3)
  const texts = Array.from({ length: 100 }, (_, index) => `select ${index}`)
  for (const text of texts) {
    names.nameOf(text)
    names.nameOf(text)
  }
  assert.equal(names.size, 3)
  assert.deepEqual(
    texts.filter(text => names.nameOf(text) !== undefined),
    texts.slice(0, 3),
  )
})

test('texts seen only once are dropped', () => {
  const names = new StatementNames(3)
  names.nameOf('select first')
  for (let index = 0; index < 100; index++) names.nameOf(`select ${index}`)
  assert.equal(names.nameOf('select first'), undefined)
})
