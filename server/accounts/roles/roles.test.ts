// The roles, compared with the tables of the specification, and what each allows.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { TesseraError } from '@tessera/client'
import { applicationRoles, organizationRoles, workspaceRoles } from '@tessera/contract'
import { refused } from '../../testing/assert-refused.ts'
import { guest, member } from '../../testing/members.ts'
import { type Person, world } from '../../testing/world.ts'
import { applicationRoleView, organizationRoleView, workspaceRoleView } from './role-view.ts'

type Cell = string | number | boolean

/** The columns of a rule's table, by role: flags and other properties. */
async function tableOf(rule: string): Promise<Record<string, Cell>[]> {
  const text = await readFile(new URL('../../../docs/spec/roles.md', import.meta.url), 'utf8')
  const lines = text
    .slice(text.indexOf(`**[${rule}]**`))
    .split('\n')
    .map(line => line.trim())
  const start = lines.findIndex(line => line.startsWith('|'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const [heads, , ...rows] = lines.slice(start, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
  const names = (heads as string[]).slice(1)
  return names.map((name, column) => ({
    name,
    ...Object.fromEntries(rows.map(row => [row[0]?.replaceAll('`', ''), read(row[column + 1] as string)])),
  }))
}

const words: Record<string, Cell> = { '✓': true, '–': false, true: true, false: false }
const read = (cell: string): Cell => words[cell] ?? (/^\d+$/.test(cell) ? Number(cell) : cell)

const whole = (columns: Record<string, Cell>, description: string, more: object = {}) => ({
  ...columns,
  description,
  display_order: columns.id,
  ...more,
})

const unchanging = { is_editable: false, is_deletable: false }

test('[ROL-1] [ROL-2] the application roles are those of the table', async () => {
  const expected = await tableOf('ROL-2')
  assert.deepEqual(
    applicationRoles.all.map(applicationRoleView),
    expected.map((columns, index) => whole(columns, applicationRoles.all[index]?.description as string)),
  )
})

test('[ROL-1] [ROL-3] [ROL-5] the organization roles are those of the table, for every caller', async () => {
  const { eve } = await world()
  const expected = await tableOf('ROL-3')
  const more = { ...unchanging, organization_id: 0 }
  assert.deepEqual(
    (await eve.organizations.listRoles()).organization_roles,
    expected.map((columns, index) => whole(columns, organizationRoles.all[index]?.description as string, more)),
  )
})

test('[ROL-1] [ROL-4] [ROL-5] the workspace roles are those of the table, for every caller', async () => {
  const { eve } = await world()
  const expected = await tableOf('ROL-4')
  const more = { ...unchanging, is_saml: false, organization_id: 0 }
  assert.deepEqual(
    (await eve.workspaces.listRoles()).workspace_roles,
    expected.map((columns, index) => whole(columns, workspaceRoles.all[index]?.description as string, more)),
  )
})

test('[ROL-1] a role names the organization in whose context it is shown', () => {
  const editor = workspaceRoles.get(3)
  for (let organization_id = 1; organization_id <= 2_500; organization_id += 1)
    assert.equal(workspaceRoleView(editor, organization_id).organization_id, organization_id)
  assert.equal(workspaceRoleView(editor, 7), workspaceRoleView(editor, 7))
  assert.equal(organizationRoleView(organizationRoles.get(3), 7).organization_id, 7)
})

type Action = (person: Person, board: string) => Promise<unknown>

/** For each flag of workspace roles, a request that needs it. */
const actions: readonly (readonly [flag: string, action: Action])[] = [
  ['can_edit_metadata', (person, board) => person.workspaces.update(board, { description: `by ${person.id}` })],
  ['can_change_public_state', (person, board) => person.workspaces.update(board, { public: true })],
  ['can_duplicate_workspace', (person, board) => person.workspaces.copy(board)],
  ['can_change_publish_state', (person, board) => person.workspaces.publish(board)],
  ['can_edit_workspace', (person, board) => person.notes.create(board, { text: 'hello' })],
  ['can_edit_workspace', (person, board) => person.strokes.create(board, { points: [1, 2] })],
  ['can_list_users', (person, board) => person.workspaces.listUsers(board)],
  ['can_list_users', (person, board) => person.workspaces.listActiveUsers(board)],
  ['can_change_owner', (person, board) => person.workspaces.update(board, { user_id: person.id })],
  ['can_delete_workspace', (person, board) => person.workspaces.delete(board)],
]

const isAllowed = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    (error: unknown) => {
      if (error instanceof TesseraError && error.code === 'ForbiddenError') return false
      throw error
    },
  )

test('[ROL-6] each role can do what its flags allow, and nothing else', async () => {
  const made = await world()
  for (const role of workspaceRoles.all) {
    const actor = role.id === 1 ? made.ann : await member(made, 'Rolf')
    const users = role.id === 1 ? [] : [{ email: actor.email, workspace_role_id: role.id }]
    const { workspace } = await made.ann.workspaces.create(made.organization, { name: role.name, users })
    for (const [flag, action] of actions)
      assert.equal(
        await isAllowed(action(actor, workspace.properties.uid)),
        role.flags.has(flag as never),
        `${role.name} ${flag}`,
      )
  }
})

test('[ROL-6] every role can read, set favorites and create listeners; every role except Viewer can comment', async () => {
  const made = await world()
  const { ann, board } = made
  const { note } = await ann.notes.create(board, { text: 'hello' })
  for (const workspace_role_id of [2, 3, 4, 5]) {
    const max = await member(made, 'Max')
    await ann.workspaces.addUsers(board, { users: [{ email: max.email, workspace_role_id }] })
    await max.notes.get(board, note.id)
    await max.workspaces.favorite(board)
    await max.listeners.create({ workspaceId: board, url: 'https://example.com', eventTypes: ['ALL'] })
    const comment = max.comments.create(board, 'notes', note.id, { text: 'hm' })
    assert.equal(await isAllowed(comment), workspace_role_id !== 5)
  }
})

test('[ROL-8] application roles apply in every workspace, to the extent of their flags', async () => {
  const made = await world()
  const { board, organization, bob } = made
  const support = await made.person('Support', { application_role_id: 2 })
  const admin = await made.person('Admin', { application_role_id: 1 })
  const roleOf = async (person: Person) => (await person.workspaces.get(board)).workspace.properties.workspace_role
  assert.equal((await roleOf(support)).can_edit_workspace, false)
  await refused(support.notes.create(board, { text: 'no' }), 403, 'ForbiddenError')
  await refused(support.workspaces.delete(board), 400, 'ForbiddenError')
  await refused(support.workspaces.create(organization, { name: 'no' }), 400, 'ForbiddenError')
  const { name, can_edit_workspace, can_change_owner, can_delete_workspace } = await roleOf(admin)
  assert.deepEqual([name, can_edit_workspace, can_change_owner, can_delete_workspace], ['Viewer', true, true, true])
  await admin.notes.create(board, { text: 'yes' })
  await admin.workspaces.update(board, { user_id: bob.id })
  const { workspace } = await admin.workspaces.create(organization, { name: 'By the way' })
  assert.deepEqual(
    (await admin.workspaces.listUsers(workspace.properties.uid)).workspace_users.map(({ id }) => id),
    [admin.id],
  )
  await admin.workspaces.delete(board)
  await admin.workspaces.restore(board)
})

test('[ROL-10] a private workspace does not exist for a member without a role there', async () => {
  const made = await world()
  const max = await member(made, 'Max')
  await refused(max.workspaces.get(made.board), 403, 'ResourceNotFound')
  await refused(max.workspaces.listUsers(made.board), 404, 'ResourceNotFound')
  await refused(max.notes.create(made.board, { text: 'no' }), 404, 'ResourceNotFound')
})

test('[ROL-11] a guest sees the workspaces they were invited to, and the organization without its members', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const gus = await member(made, 'Gus', guest)
  const { workspace } = await ann.workspaces.create(organization, { name: 'Open', public: true })
  await ann.workspaces.addUsers(board, { users: [{ email: gus.email, workspace_role_id: 3 }] })
  await gus.notes.create(board, { text: 'hello' })
  await refused(gus.workspaces.get(workspace.properties.uid), 403, 'ResourceNotFound')
  assert.equal((await gus.organizations.get(organization)).organization.id, organization)
  await refused(gus.organizations.listMembers(organization), 400, 'ForbiddenError')
})

test("[ROL-12] an organization's Owner and Admins read and delete every workspace of it, and no more", async () => {
  const made = await world()
  const { ann, bob, organization } = made
  const ada = await member(made, 'Ada', 2)
  for (const manager of [ann, ada]) {
    const { workspace } = await bob.workspaces.create(organization, { name: 'Mine' })
    const { uid } = workspace.properties
    const { workspace_role } = (await manager.workspaces.get(uid)).workspace.properties
    assert.deepEqual(
      [workspace_role.name, workspace_role.can_delete_workspace, workspace_role.can_edit_workspace],
      ['Viewer', true, false],
    )
    await refused(manager.notes.create(uid, { text: 'no' }), 403, 'ForbiddenError')
    await refused(manager.workspaces.update(uid, { name: 'Ours' }), 400, 'ForbiddenError')
    await manager.workspaces.delete(uid)
    await manager.workspaces.restore(uid)
    assert.equal((await bob.workspaces.get(uid)).workspace.title, 'Mine')
  }
})
