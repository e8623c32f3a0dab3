import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Workspace, WorkspaceUser } from '@tessera/client'
import { workspaceFlags, workspaceRoles } from '@tessera/contract/permissions'
import { sharingRightsOf } from './sharing-rights.ts'

function rightsOf(role_id: number) {
  const { flags, ...role } = workspaceRoles.get(role_id)
  const shown = Object.fromEntries(workspaceFlags.map(flag => [flag, flags.has(flag)]))
  return sharingRightsOf({ ...role, ...shown } as unknown as Workspace['workspace_role'], 7)
}

const person = (more: Partial<WorkspaceUser>) =>
  ({ id: 1, workspace_role_id: 3, has_role: true, is_guest: false, ...more }) as WorkspaceUser

test('[WEB-12] the Owner may do everything, but not to themselves', () => {
  const rights = rightsOf(1)
  assert.deepEqual([rights.mayAdd, rights.gives], [true, [2, 3, 4, 5]])
  assert.deepEqual([rights.mayChange(person({})), rights.mayRemove(person({}))], [true, true])
  const owner = person({ id: 7, workspace_role_id: 1 })
  assert.deepEqual([rights.mayChange(owner), rights.mayRemove(owner)], [false, false])
  const open = person({ has_role: false })
  assert.deepEqual([rights.mayChange(open), rights.mayRemove(open)], [false, false])
})

test('[WEB-12] an Editor who can invite adds people and changes the roles of guests', () => {
  const rights = rightsOf(2)
  assert.deepEqual([rights.mayAdd, rights.gives], [true, [2, 3, 4, 5]])
  assert.deepEqual([rights.mayChange(person({})), rights.mayChange(person({ is_guest: true }))], [false, true])
  assert.equal(rights.mayRemove(person({ is_guest: true })), false)
})

test('[WEB-12] a Viewer may leave, and nothing else', () => {
  const rights = rightsOf(5)
  assert.equal(rights.mayAdd, false)
  assert.deepEqual([rights.mayRemove(person({ id: 7 })), rights.mayRemove(person({}))], [true, false])
})
