import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrganizationRole, User } from '@tessera/client'
import { applicationRoles, organizationFlags, organizationRoles } from '@tessera/contract/permissions'
import { mayInvite, mayRemove, rightsOf } from './organization-rights.ts'

const roleOf = (id: number) => {
  const role = organizationRoles.get(id)
  const flags = Object.fromEntries(organizationFlags.map(flag => [flag, role.flags.has(flag)]))
  return { ...role, ...flags } as unknown as OrganizationRole
}

const person = (application_role_id = 3) => {
  const { flags } = applicationRoles.get(application_role_id)
  return { application_role: Object.fromEntries([...flags].map(flag => [flag, true])) } as unknown as User
}

const names = (rights: ReturnType<typeof rightsOf>) => rights.gives.map(role => role.name)

test('the page offers only roles that the user may assign', () => {
  assert.deepEqual(names(rightsOf(person(), roleOf(1))), ['Admin', 'User', 'Guest'])
  assert.deepEqual(names(rightsOf(person(), roleOf(2))), ['Admin', 'User', 'Guest'])
  assert.deepEqual(names(rightsOf(person(), roleOf(3))), ['Guest'])
  assert.deepEqual(names(rightsOf(person(), roleOf(4))), [])
})

test('the Owner is never offered for removal', () => {
  const rights = rightsOf(person(), roleOf(1))
  assert.deepEqual(
    [1, 2, 3, 4].map(id => mayRemove(rights, { id })),
    [false, true, true, true],
  )
})

test('a User sends only the invitations of guests again', () => {
  const rights = rightsOf(person(), roleOf(3))
  assert.deepEqual(
    [2, 3, 4].map(id => mayInvite(rights, { id })),
    [false, false, true],
  )
})

test('who runs the service manages every organization, and is the Owner of none of them', () => {
  const rights = rightsOf(person(1), null)
  assert.deepEqual([rights.manages, rights.isOwner], [true, false])
  assert.deepEqual(names(rights), ['Admin', 'User', 'Guest'])
  assert.equal(rightsOf(person(2), null).manages, false)
})
