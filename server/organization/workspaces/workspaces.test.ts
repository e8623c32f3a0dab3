// Workspaces: created, read, updated, favorites, deleted, restored.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { guest, logOf, member, typesIn } from '../../testing/members.ts'
import { until } from '../../testing/until.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const anyTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('[WSP-1] [WSP-2] a record has the workspace, its owner and the caller’s role', async () => {
  const { ann, bob, board, organization } = await world()
  const { workspace } = await bob.workspaces.get(board)
  const { workspace_role, workspace_owner, created_at, updated_at, id, ...rest } = workspace.properties
  assert.equal(workspace.title, 'Board')
  assert.ok(Number.isInteger(id))
  assert.match(board, /^[A-Za-z0-9]{20}$/)
  assert.match(created_at, anyTime)
  assert.match(updated_at, anyTime)
  assert.deepEqual(rest, {
    uid: board,
    name: 'Board',
    description: '',
    organization_id: organization,
    public: false,
    published_at: '',
    published_url: '',
    publish_state: 'unpublished',
    publish_state_at: '',
    publish_progress: null,
    published_in_full: true,
    can_download: true,
    thumbnail_url: '',
    users_count: 3,
    active_users_count: 0,
    favorite: false,
    visited_at: null,
  })
  assert.deepEqual([workspace_role.id, workspace_role.organization_id], [3, organization])
  const { created_at: born, updated_at: changed, ...owner } = workspace_owner
  assert.match(born, anyTime)
  assert.match(changed, anyTime)
  assert.deepEqual(owner, {
    id: ann.id,
    type: 'person',
    email: ann.email,
    first_name: 'Ann',
    last_name: 'Tester',
    title: null,
    industry: '',
    phone_number: '',
    avatar_url: null,
    locked_at: null,
  })
})

test('[WSP-1] updated_at moves with the content', async () => {
  const { ann, board } = await world()
  const before = (await ann.workspaces.get(board)).workspace.properties.updated_at
  const { note } = await ann.notes.create(board, { text: 'new' })
  const after = (await ann.workspaces.get(board)).workspace.properties.updated_at
  assert.equal(after, note.updated_at)
  assert.ok(after >= before)
})

test('[WSP-1] names are trimmed and bounded, descriptions bounded', async () => {
  const { ann, organization } = await world()
  const { workspace } = await ann.workspaces.create(organization, { name: '  Plan  ', description: 'd'.repeat(4_096) })
  assert.equal(workspace.title, 'Plan')
  await ann.workspaces.create(organization, { name: 'n'.repeat(255) })
  await refused(ann.workspaces.create(organization, { name: '   ' }), 400, 'BadRequest', 'name')
  await refused(ann.workspaces.create(organization, { name: 'n'.repeat(256) }), 400, 'BadRequest', 'name')
  const tooLong = { name: 'Plan', description: 'd'.repeat(4_097) }
  await refused(ann.workspaces.create(organization, tooLong), 400, 'BadRequest', 'description')
})

test('[WSP-3] [WSP-5] the creator owns the workspace, and the named users get their roles', async () => {
  const { ann, bob, vic, organization } = await world()
  const users = [{ email: bob.email.toUpperCase(), workspace_role_id: 2 }, { email: vic.email }, {}]
  const { workspace } = await ann.workspaces.create(organization, { name: 'Plan', description: 'of work', users })
  const { users: people, id, uid, created_at, updated_at, ...rest } = workspace.properties
  assert.equal(workspace.title, 'Plan')
  assert.match(uid, /^[A-Za-z0-9]{20}$/)
  assert.match(created_at, anyTime)
  assert.equal(updated_at, created_at)
  assert.deepEqual(rest, {
    publish_state: 'unpublished',
    name: 'Plan',
    description: 'of work',
    organization_id: organization,
    public: false,
  })
  assert.deepEqual(
    people,
    [
      [ann.id, 1],
      [bob.id, 2],
      [vic.id, 3],
    ].map(([user_id, workspace_role_id]) => ({ user_id, workspace_id: id, workspace_role_id, created_at, updated_at })),
  )
  assert.equal((await bob.workspaces.get(uid)).workspace.properties.workspace_role.name, 'Editor+')
})

test('[ROL-7] a caller who cannot create workspaces in an organization is refused, and nothing is created', async () => {
  const made = await world()
  const gus = await member(made, 'Gus', guest)
  const before = await stateOf(made.dependencies.db)
  await refused(gus.workspaces.create(made.organization, { name: 'Mine' }), 400, 'ForbiddenError')
  await refused(made.eve.workspaces.create(made.organization, { name: 'Mine' }), 400, 'ResourceNotFound')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WSP-6] a public workspace is open to members, a private one to those who were added', async () => {
  const made = await world()
  const { ann, eve, board } = made
  const max = await member(made, 'Max')
  const gus = await member(made, 'Gus', guest)
  await refused(max.workspaces.get(board), 403, 'ResourceNotFound')
  await ann.workspaces.update(board, { public: true })
  assert.equal((await max.workspaces.get(board)).workspace.properties.workspace_role.name, 'Editor')
  await max.notes.create(board, { text: 'mine too' })
  await refused(gus.workspaces.get(board), 403, 'ResourceNotFound')
  await refused(eve.workspaces.get(board), 403, 'ResourceNotFound')
  await ann.workspaces.update(board, { public: false })
  await refused(max.workspaces.get(board), 403, 'ResourceNotFound')
})

test('[WSP-4] [WSP-7] an update changes what it names and leaves the rest', async () => {
  const made = await world()
  const { ann, board } = made
  assert.deepEqual(Object.keys(await ann.workspaces.update(board, { description: 'more' })), ['message'])
  await ann.workspaces.update(board, { name: 'Renamed', public: true })
  const { name, description, public: isPublic } = (await ann.workspaces.get(board)).workspace.properties
  assert.deepEqual([name, description, isPublic], ['Renamed', 'more', true])
  const log = await logOf(made, board)
  assert.deepEqual(
    log.map(({ type, actor_id, data }) => [type, actor_id, data]),
    [
      ['WORKSPACE_UPDATE', ann.id, { uid: board, name: 'Board', description: 'more', public: false }],
      ['WORKSPACE_UPDATE', ann.id, { uid: board, name: 'Renamed', description: 'more', public: true }],
    ],
  )
})

test('[WSP-7] if the flag for one field is missing, nothing changes', async () => {
  const made = await world()
  const { bob, board } = made
  const before = await stateOf(made.dependencies.db)
  await refused(bob.workspaces.update(board, { name: 'Mine' }), 400, 'ForbiddenError')
  await refused(bob.workspaces.update(board, { public: true }), 400, 'ForbiddenError')
  await refused(bob.workspaces.update(board, { user_id: bob.id }), 400, 'ForbiddenError')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[EVT-1] an update that changes nothing records nothing', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const before = await stateOf(made.dependencies.db)
  await ann.workspaces.update(board, {})
  await bob.workspaces.update(board, {})
  await ann.workspaces.update(board, { name: ' Board ', description: '', public: false, user_id: ann.id })
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WSP-8] a favorite belongs to the caller, and setting it twice is no error', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const isFavorite = async (person: typeof ann) => (await person.workspaces.get(board)).workspace.properties.favorite
  await bob.workspaces.favorite(board)
  await bob.workspaces.favorite(board, { favorite: true })
  assert.deepEqual([await isFavorite(bob), await isFavorite(ann)], [true, false])
  const { workspaces } = await bob.users.listWorkspaces('me')
  assert.deepEqual(
    workspaces.map(one => one.favorite),
    [true],
  )
  await bob.workspaces.favorite(board, { favorite: false })
  await bob.workspaces.favorite(board, { favorite: false })
  assert.equal(await isFavorite(bob), false)
  assert.deepEqual(await typesIn(made, board), [])
})

test('[WSP-10] [EVT-5] a deleted workspace is gone for everyone and from every list, and records a last event', async () => {
  const made = await world()
  const { ann, bob, board } = made
  await ann.workspaces.delete(board)
  await refused(ann.workspaces.get(board), 403, 'ResourceNotFound')
  await refused(ann.workspaces.delete(board), 400, 'ResourceNotFound')
  await refused(ann.workspaces.delete(board, { is_permanent: false }), 400, 'ResourceNotFound')
  await refused(ann.workspaces.update(board, { name: 'Back' }), 404, 'ResourceNotFound')
  await refused(bob.notes.create(board, { text: 'late' }), 404, 'ResourceNotFound')
  assert.equal((await bob.users.listWorkspaces('me')).total, 0)
  const log = await logOf(made, board)
  assert.deepEqual(
    log.map(({ type, data }) => [type, data.uid]),
    [['WORKSPACE_DELETE', board]],
  )
})

test('[WSP-10] deleting needs its right', async () => {
  const made = await world()
  const before = await stateOf(made.dependencies.db)
  await refused(made.bob.workspaces.delete(made.board), 400, 'ForbiddenError')
  await refused(made.eve.workspaces.delete(made.board, { is_permanent: true }), 400, 'ResourceNotFound')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[WSP-11] a deleted workspace is restored completely, by those who can delete it', async () => {
  const made = await world()
  const { ann, bob, eve, board } = made
  const { note } = await bob.notes.create(board, { text: 'kept' })
  await bob.workspaces.favorite(board)
  await refused(ann.workspaces.restore(board), 404, 'ResourceNotFound')
  await ann.workspaces.delete(board)
  await refused(bob.workspaces.restore(board), 403, 'ForbiddenError')
  await refused(eve.workspaces.restore(board), 404, 'ResourceNotFound')
  await ann.workspaces.restore(board)
  assert.deepEqual((await bob.notes.get(board, note.id)).note, note)
  assert.equal((await bob.workspaces.get(board)).workspace.properties.favorite, true)
  assert.deepEqual(await typesIn(made, board), ['NOTE_CREATE', 'WORKSPACE_DELETE', 'WORKSPACE_UPDATE'])
  await refused(ann.workspaces.restore(board), 404, 'ResourceNotFound')
})

test('[WSP-17] only those who can restore a deleted workspace find it', async () => {
  const { ann, bob, vic, eve, board, organization, dependencies } = await world()
  const { workspace } = await bob.workspaces.create(organization, { name: 'Of Bob' })
  const bobs = workspace.properties.uid
  await bob.workspaces.favorite(bobs)
  const before = (await bob.workspaces.get(bobs)).workspace.properties
  await ann.workspaces.delete(board)
  await bob.workspaces.delete(bobs)
  const uids = async (person: Person) => (await person.workspaces.listDeleted()).workspaces.map(({ uid }) => uid)
  assert.deepEqual(await uids(ann), [bobs, board])
  assert.deepEqual(await uids(bob), [bobs])
  assert.deepEqual([await uids(vic), await uids(eve)], [[], []])
  const { workspaces, total, paging } = await ann.workspaces.listDeleted({ limit: 1 })
  assert.deepEqual([workspaces.length, total], [1, 2])
  assert.match(paging.next ?? '', /^\/api\/workspaces\/deleted\?.*offset=1$/)
  const [found] = (await bob.workspaces.listDeleted()).workspaces
  const { deleted_at, restorable_until, ...rest } = found ?? assert.fail()
  assert.deepEqual({ ...rest, updated_at: before.updated_at }, before)
  assert.equal(Date.parse(restorable_until) - Date.parse(deleted_at), 30 * 86_400_000)

  const long = new Date(Date.now() - 30 * 86_400_000 - 60_000).toISOString()
  await dependencies.db.write(tx =>
    tx.updateTable('workspaces').set({ deleted_at: long }).where('uid', '=', board).execute(),
  )
  await ann.workspaces.restore(bobs)
  assert.deepEqual(await uids(ann), [])
  await bob.workspaces.delete(bobs, { is_permanent: true })
  assert.deepEqual(await uids(bob), [])
})

test('[WSP-12] a deleted workspace is deleted permanently by those who could restore it', async () => {
  const made = await world()
  const { ann, bob, eve, board } = made
  await ann.workspaces.delete(board)
  await refused(bob.workspaces.delete(board, { is_permanent: true }), 400, 'ForbiddenError')
  await refused(eve.workspaces.delete(board, { is_permanent: true }), 400, 'ResourceNotFound')
  await setDeletedBefore(made, days30 + 60_000)
  await refused(ann.workspaces.delete(board, { is_permanent: true }), 400, 'ResourceNotFound')
  await setDeletedBefore(made, days30 - 60_000)
  await ann.workspaces.delete(board, { is_permanent: true })
  await refused(ann.workspaces.restore(board), 404, 'ResourceNotFound')
  assert.equal((await ann.workspaces.listDeleted()).total, 0)
  const { db } = made.dependencies
  await until(
    async () => !(await db.read.selectFrom('workspaces').select('id').where('uid', '=', board).executeTakeFirst()),
  )
})

test('[WSP-11] after 30 days it cannot be restored', async () => {
  const made = await world()
  const { ann, board } = made
  await setDeletedBefore(made, days30 + 60_000)
  await refused(ann.workspaces.restore(board), 404, 'ResourceNotFound')
  await setDeletedBefore(made, days30 - 60_000)
  await ann.workspaces.restore(board)
  await ann.workspaces.get(board)
})

const days30 = 30 * 86_400_000

function setDeletedBefore({ board, dependencies }: World, ms: number) {
  const deleted_at = new Date(Date.now() - ms).toISOString()
  return dependencies.db.write(tx =>
    tx.updateTable('workspaces').set({ deleted_at }).where('uid', '=', board).execute(),
  )
}
