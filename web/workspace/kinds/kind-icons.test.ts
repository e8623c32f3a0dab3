import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceKindEntries } from './index.ts'

test('[WEB-85] every kind has an icon of its own', () => {
  const icons = workspaceKindEntries.map(([, { icon }]) => icon)
  assert.deepEqual(icons, [...new Set(icons)])
  const tools = workspaceKindEntries.flatMap(([, kind]) => kind.tools.map(({ icon }) => icon))
  assert.deepEqual(tools, [...new Set(tools)])
})
