import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { lastStyleOf, rememberStyle } from './last-style.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  })
})

test('[WEB-80] the last style of a kind is kept, without text, position and size', () => {
  rememberStyle('note', { backgroundColor: 'Gold', text: 'milk', x: 4, scale: 2, pin: true })
  rememberStyle('note', { fontWeight: 'bold' })
  rememberStyle('shape', { fill: 'none', borderWidth: 4, width: 300, text: 'a', rotation: 30 })
  rememberStyle('connector', { width: 8, endCap: 'circle', label: 'yes' })
  assert.deepEqual(lastStyleOf('note'), { fontWeight: 'bold', backgroundColor: 'Gold' })
  assert.deepEqual(lastStyleOf('shape'), { fill: 'none', borderWidth: 4 })
  assert.deepEqual(lastStyleOf('connector'), { endCap: 'circle', width: 8 })
  assert.deepEqual(lastStyleOf('text'), {})
})

test('[WEB-80] stored values that are no longer valid are dropped', () => {
  const style = { backgroundColor: 'Mauve', fontWeight: 'bold', gone: 1 }
  stored.set(
    'tessera-last-style',
    JSON.stringify({ note: style, shape: { borderWidth: 99, fill: 'red', fontSize: 1.5 } }),
  )
  assert.deepEqual(lastStyleOf('note'), { fontWeight: 'bold' })
  assert.deepEqual(lastStyleOf('shape'), {})
  stored.set('tessera-last-style', '{')
  assert.deepEqual(lastStyleOf('note'), {})
})
