import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPath, readField } from './api-command.ts'
import { nextPageOf } from './next-page.ts'

test('[CMD-9] a path may be written with or without /api, and as a whole address', () => {
  for (const given of ['users/me', '/users/me', '/api/users/me', 'https://boards.example.org/api/users/me'])
    assert.equal(apiPath(given), '/api/users/me')
  assert.equal(apiPath('/apiary?x=1'), '/api/apiary?x=1')
})

test('[CMD-9] the value of a field is a number, true, false, null, a file or text', () => {
  const cases: [string, unknown][] = [
    ['x=-1.5', -1.5],
    ['x=007', '007'],
    ['x=true', true],
    ['x=null', null],
    ['x=a=b', 'a=b'],
    ['x=', ''],
    ['x=@plan.png', { file: 'plan.png' }],
  ]
  for (const [text, value] of cases) assert.deepEqual(readField(text), ['x', value])
  for (const text of ['x', '=1']) assert.throws(() => readField(text), /A field is name=value/)
})

test('[CMD-9] every way of paging leads to the next page of the same server', () => {
  const next = (path: string, page: object) => nextPageOf(path, page)?.next
  const items = [{ seq: 7 }, { seq: 9 }]
  assert.equal(next('/api/a', { total: 9, items, paging: { next: 'http://evil/api/a?offset=2' } }), '/api/a?offset=2')
  assert.equal(next('/api/a', { items, paging: { next: null } }), null)
  assert.equal(next('/api/a?kind=note', { items, next_cursor: 'c d' }), '/api/a?kind=note&cursor=c+d')
  assert.equal(next('/api/a', { items, next_cursor: null }), null)
  assert.equal(next('/api/workspaces/1/events?after=2', { events: items }), '/api/workspaces/1/events?after=9')
  assert.equal(next('/api/workspaces/1/events', { events: [] }), null)
  assert.equal(nextPageOf('/api/users/me', { user: {} }), null)
})
