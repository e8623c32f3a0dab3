import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByAge } from './group-by-age.ts'

test('items are grouped under today, yesterday, the week, earlier and never', () => {
  const now = new Date(2026, 2, 10, 9, 30)
  const at = (day: number, hour: number, name: string) => ({
    name,
    updated_at: new Date(2026, 2, day, hour).toISOString(),
  })
  const never = { name: 'g', updated_at: null }
  const items = [at(10, 8, 'a'), at(10, 0, 'b'), at(9, 23, 'c'), at(8, 12, 'd'), at(3, 0, 'e'), at(1, 0, 'f'), never]
  assert.deepEqual(
    groupByAge(items, ({ updated_at }) => updated_at, now).map(group => [
      group.age,
      group.items.map(({ name }) => name).join(''),
    ]),
    [
      ['today', 'ab'],
      ['yesterday', 'c'],
      ['week', 'de'],
      ['earlier', 'f'],
      ['never', 'g'],
    ],
  )
  assert.deepEqual(
    groupByAge([], () => null, now),
    [],
  )
})
