// Comments at points of the board, and changes to existing comments: edited, resolved, deleted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, openLive } from '@tessera/client'
import { sql } from 'kysely'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { jobsFor, workspaceIdOf } from '../../testing/members.ts'
import { newPublicClient, publicTokensFor } from '../../testing/oauth-application.ts'
import { until } from '../../testing/until.ts'
import { type World, world } from '../../testing/world.ts'

const mentionedIn = async (made: World) =>
  (await jobsFor(made, made.board)).filter(job => job.name === 'send-mention').map(job => job.payload.user_id)

/** A note with a thread: Bob's comment and Ann's reply. */
async function threadOnNote({ ann, bob, board }: World) {
  const { note } = await ann.notes.create(board, { text: 'note' })
  const { comment: first } = await bob.comments.create(board, 'notes', note.id, { text: 'first' })
  const { comment: reply } = await ann.comments.create(board, 'notes', note.id, { text: 'reply', parent: first.id })
  return { note, first, reply }
}

const eventsAfter = async ({ ann, board }: World, after: number) =>
  (await ann.events.list(board, { after })).events.map(({ type, comment, actor }) => [type, comment?.id, actor.id])

const lastSeq = async ({ ann, board }: World) =>
  (await ann.events.list(board, { limit: 1_000 })).events.at(-1)?.seq ?? 0

test('[COM-9] a comment is placed at a point of the board, and its replies belong to that point', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board } = made
  const { comment } = await bob.comments.createInWorkspace(board, { text: 'here', x: 10, y: -20 })
  const { comment: reply } = await ann.comments.createInWorkspace(board, { text: 'why?', parent: comment.id })
  const shown = ({ x, y, targetId, targetType, parent }: typeof comment) => ({ x, y, targetId, targetType, parent })
  const nowhere = { targetId: null, targetType: 'workspace' }
  assert.deepEqual(shown(comment), { x: 10, y: -20, ...nowhere, parent: null })
  assert.deepEqual(shown(reply), { x: undefined, y: undefined, ...nowhere, parent: comment.id })
  assert.deepEqual((await vic.comments.listInWorkspace(board)).comments, [comment, reply])
  assert.deepEqual(await eventsAfter(made, 0), [
    ['COMMENT_CREATE', comment.id, bob.id],
    ['COMMENT_CREATE', reply.id, ann.id],
  ])
  await refused(vic.comments.createInWorkspace(board, { text: 'x', x: 0, y: 0 }), 403, 'ForbiddenError')
  await refused(eve.comments.createInWorkspace(board, { text: 'x', x: 0, y: 0 }), 404, 'ResourceNotFound')
})

test('[COM-9] a placed comment has either a point or a thread', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  const { first: onNote } = await threadOnNote(made)
  const { comment } = await ann.comments.createInWorkspace(board, { text: 'here', x: 0, y: 0 })
  const { comment: reply } = await ann.comments.createInWorkspace(board, { text: 'reply', parent: comment.id })
  const before = await stateOf(dependencies.db)
  const place = (body: object) => ann.comments.createInWorkspace(board, { text: 'x', ...body } as never)
  await refused(place({}), 400, 'BadRequest', 'x', 'y')
  await refused(place({ x: 1 }), 400, 'BadRequest', 'y')
  await refused(place({ x: 1, y: null }), 400, 'BadRequest', 'y')
  await refused(place({ x: 0.5, y: 1e10 }), 400, 'BadRequest', 'x', 'y')
  await refused(place({ x: 1, y: 1, parent: comment.id }), 400, 'BadRequest', 'x', 'y')
  for (const parent of [reply.id, onNote.id, 'f'.repeat(24), 'nonsense'])
    await refused(place({ parent }), 400, 'BadRequest', 'parent')
  await refused(place({ x: 1, y: 1, text: ' ' }), 400, 'BadRequest', 'text')
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[COM-10] the author edits a comment, and no one else does', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board, dependencies } = made
  const { note, first } = await threadOnNote(made)
  const seq = await lastSeq(made)
  const { comment } = await bob.comments.update(board, first.id, { text: 'better' })
  assert.ok(comment.updated_at > first.updated_at)
  assert.deepEqual(comment, { ...first, text: 'better', updated_at: comment.updated_at })
  assert.deepEqual((await ann.comments.list(board, 'notes', note.id)).comments[0], comment)
  assert.deepEqual(await eventsAfter(made, seq), [['COMMENT_UPDATE', first.id, bob.id]])
  const before = await stateOf(dependencies.db)
  assert.deepEqual((await bob.comments.update(board, first.id, { text: 'better' })).comment, comment)
  await refused(ann.comments.update(board, first.id, { text: 'mine' }), 403, 'ForbiddenError')
  await refused(vic.comments.update(board, first.id, { text: 'mine' }), 403, 'ForbiddenError')
  await refused(eve.comments.update(board, first.id, { text: 'mine' }), 404, 'ResourceNotFound')
  await refused(bob.comments.update(board, 'f'.repeat(24), { text: 'x' }), 404, 'ResourceNotFound')
  await refused(bob.comments.update(board, note.id, { text: 'x' }), 404, 'ResourceNotFound')
  await refused(bob.comments.update(board, first.id, { text: ' ' }), 400, 'BadRequest', 'text')
  assert.deepEqual(await stateOf(dependencies.db), before)
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 5 })
  await refused(bob.comments.update(board, first.id, { text: 'as a viewer' }), 403, 'ForbiddenError')
  await refused(bob.comments.delete(board, first.id), 403, 'ForbiddenError')
})

test('[COM-10] editing notifies only the people who are newly mentioned', async () => {
  const made = await world()
  const { ann, bob, vic, board } = made
  const { comment } = await ann.comments.createInWorkspace(board, { text: `@${bob.email}`, x: 0, y: 0 })
  const edit = (text: string) => ann.comments.update(board, comment.id, { text })
  await edit(`@${bob.email}, please`)
  assert.deepEqual(await mentionedIn(made), [bob.id])
  await edit(`@${bob.email.toUpperCase()} and @${vic.email}`)
  assert.deepEqual(await mentionedIn(made), [bob.id, vic.id])
})

test('[COM-11] everyone who can comment can resolve and reopen a thread', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board, dependencies } = made
  const { first, reply } = await threadOnNote(made)
  const seq = await lastSeq(made)
  const { comment } = await ann.comments.resolve(board, first.id, { resolved: true })
  const resolved_by = { id: ann.id, email: ann.email, first_name: 'Ann', last_name: 'Tester' }
  assert.ok(comment.resolved_at !== null && comment.resolved_at >= first.created_at)
  assert.deepEqual(comment, { ...first, resolved: true, resolved_by, resolved_at: comment.resolved_at })
  const before = await stateOf(dependencies.db)
  assert.deepEqual((await bob.comments.resolve(board, first.id, { resolved: true })).comment, comment)
  await refused(bob.comments.resolve(board, reply.id, { resolved: true }), 400, 'BadRequest', 'resolved')
  await refused(vic.comments.resolve(board, first.id, { resolved: false }), 403, 'ForbiddenError')
  await refused(eve.comments.resolve(board, first.id, { resolved: false }), 404, 'ResourceNotFound')
  await refused(ann.comments.resolve(board, 'f'.repeat(24), { resolved: true }), 404, 'ResourceNotFound')
  await refused(ann.comments.resolve(board, first.id, {} as never), 400, 'BadRequest', 'resolved')
  assert.deepEqual(await stateOf(dependencies.db), before)
  assert.deepEqual((await bob.comments.resolve(board, first.id, { resolved: false })).comment, first)
  assert.deepEqual(await eventsAfter(made, seq), [
    ['COMMENT_UPDATE', first.id, ann.id],
    ['COMMENT_UPDATE', first.id, bob.id],
  ])
})

test('[COM-12] lists can be limited to threads that are resolved or not, with their replies', async () => {
  const made = await world()
  const { ann, vic, board } = made
  const { note, first, reply } = await threadOnNote(made)
  const { comment: other } = await ann.comments.create(board, 'notes', note.id, { text: 'open' })
  const { comment: placed } = await ann.comments.createInWorkspace(board, { text: 'here', x: 0, y: 0 })
  await ann.comments.resolve(board, first.id, { resolved: true })
  const ids = (list: { comments: { id: string }[]; total: number }) => [list.comments.map(({ id }) => id), list.total]
  const inBoard = async (resolved: boolean) => ids(await vic.comments.listInWorkspace(board, { resolved }))
  const onNote = async (resolved: boolean) => ids(await vic.comments.list(board, 'notes', note.id, { resolved }))
  assert.deepEqual(await inBoard(true), [[first.id, reply.id], 2])
  assert.deepEqual(await inBoard(false), [[other.id, placed.id], 2])
  assert.deepEqual(await onNote(true), [[first.id, reply.id], 2])
  assert.deepEqual(await onNote(false), [[other.id], 1])
  const wrong = vic.comments.listInWorkspace(board, { resolved: 'maybe' as never })
  await refused(wrong, 400, 'BadRequest', 'resolved')
})

test('[COM-13] the author and users who may delete the workspace can delete a comment; a first one is deleted with its thread', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board, dependencies } = made
  const { note, first, reply } = await threadOnNote(made)
  await ann.workspaces.updateUser(board, vic.id, { workspace_role_id: 4 })
  const before = await stateOf(dependencies.db)
  await refused(bob.comments.delete(board, reply.id), 403, 'ForbiddenError')
  await refused(vic.comments.delete(board, first.id), 403, 'ForbiddenError')
  await refused(eve.comments.delete(board, first.id), 404, 'ResourceNotFound')
  await refused(ann.comments.delete(board, note.id), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(dependencies.db), before)
  const seq = await lastSeq(made)
  assert.deepEqual(await bob.comments.delete(board, first.id), { message: 'The comment was deleted' })
  await refused(bob.comments.delete(board, first.id), 404, 'ResourceNotFound')
  assert.deepEqual(await eventsAfter(made, seq), [
    ['COMMENT_DELETE', reply.id, bob.id],
    ['COMMENT_DELETE', first.id, bob.id],
  ])
  assert.equal((await ann.comments.listInWorkspace(board)).total, 0)
  await refused(
    ann.comments.create(board, 'notes', note.id, { text: 'late', parent: first.id }),
    400,
    'BadRequest',
    'parent',
  )
  const { comment: kept } = await bob.comments.createInWorkspace(board, { text: 'stays', x: 0, y: 0 })
  const { comment: answer } = await bob.comments.createInWorkspace(board, { text: 'goes', parent: kept.id })
  await ann.comments.delete(board, answer.id)
  assert.deepEqual((await ann.comments.listInWorkspace(board)).comments, [kept])
})

test('[COM-13] simultaneous replies to a thread that is being deleted are deleted with it or refused', async () => {
  const made = await world()
  const { ann, bob, board } = made
  for (let round = 0; round < 5; round++) {
    const { comment } = await ann.comments.createInWorkspace(board, { text: 'here', x: 0, y: 0 })
    const answer = () => bob.comments.createInWorkspace(board, { text: 'answer', parent: comment.id })
    const resolve = bob.comments.resolve(board, comment.id, { resolved: true })
    await Promise.allSettled([answer(), answer(), resolve, ann.comments.delete(board, comment.id), answer()])
    assert.equal((await ann.comments.listInWorkspace(board)).total, 0)
  }
})

test('[COM-14] an object is restored with its comments as they were: edited, resolved, without deleted ones', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const { note, first, reply } = await threadOnNote(made)
  const { comment: other } = await ann.comments.create(board, 'notes', note.id, { text: 'goes' })
  await bob.comments.update(board, first.id, { text: 'edited' })
  await ann.comments.resolve(board, first.id, { resolved: true })
  await ann.comments.delete(board, other.id)
  const { comments: before } = await ann.comments.list(board, 'notes', note.id)
  await ann.notes.delete(board, note.id)
  await ann.objects.change(board, { changes: [{ op: 'restore', id: note.id }] })
  assert.deepEqual((await ann.comments.list(board, 'notes', note.id)).comments, before)
  assert.deepEqual(
    before.map(({ id, text, resolved }) => [id, text, resolved]),
    [
      [first.id, 'edited', true],
      [reply.id, 'reply', false],
    ],
  )
})

test('[COM-14] [WSP-9] a copy of a workspace keeps points, threads, edits and resolutions', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const { comment } = await bob.comments.createInWorkspace(board, { text: 'here', x: 3, y: 4 })
  await ann.comments.createInWorkspace(board, { text: 'answer', parent: comment.id })
  await bob.comments.update(board, comment.id, { text: 'edited' })
  await ann.comments.resolve(board, comment.id, { resolved: true })
  const copy = (await ann.workspaces.copy(board, {})).workspace.uid
  const shown = async (uid: string) =>
    (await ann.comments.listInWorkspace(uid)).comments.map(({ id: _, parent, ...rest }) => ({
      ...rest,
      isReply: parent !== null,
    }))
  assert.deepEqual(await shown(copy), await shown(board))
  const [first, answer] = (await ann.comments.listInWorkspace(copy)).comments
  assert.equal(answer?.parent, first?.id)
})

test('[COM-14] [LIV-5] edits, resolutions and deletions reach everyone who has the workspace open', async t => {
  const made = await world()
  const { ann, bob, board } = made
  const { note, first } = await threadOnNote(made)
  const { comment: placed } = await bob.comments.createInWorkspace(board, { text: 'here', x: 1, y: 2 })
  const live = openLive({ url: made.url, workspaceId: board, token: () => ann.token })
  await until(async () => live.state === 'live')
  t.after(() => live.close())
  assert.deepEqual(live.commentsOn(null), [placed])
  await bob.comments.update(board, first.id, { text: 'edited' })
  const { comment: resolved } = await bob.comments.resolve(board, placed.id, { resolved: true })
  await until(async () => live.commentsOn(note.id)[0]?.text === 'edited' && live.commentsOn(null)[0]?.resolved)
  assert.deepEqual(live.commentsOn(null), [resolved])
  await bob.comments.delete(board, first.id)
  await until(async () => live.commentsOn(note.id).length === 0)
})

test('[COM-15] [PRG-21] a comment names the application that its author used', async () => {
  const made = await world()
  const { bob, board } = made
  const { client_id } = await newPublicClient(made)
  const { access_token: token } = await publicTokensFor(made, bob, { client_id })
  const acting = connect({ url: made.url, token, retries: 0 })
  const { comment } = await acting.comments.createInWorkspace(board, { text: 'by a program', x: 0, y: 0 })
  assert.equal(comment.author.via?.client_id, client_id)
  const { comment: edited } = await bob.comments.update(board, comment.id, { text: 'by hand' })
  assert.deepEqual(edited.author, comment.author)
})

test('[COM-16] events from before comments could be resolved are complete, and such a comment can be restored', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  const { note, first } = await threadOnNote(made)
  await ann.notes.delete(board, note.id)
  const { id, text, parent, targetId, targetType, author, created_at } = first
  const { via: _, ...name } = author
  const old = JSON.stringify({ id, text, parent, targetId, targetType, author: name, created_at })
  const workspace_id = await workspaceIdOf(dependencies.db, board)
  await dependencies.db.write(tx =>
    sql`update events set data = ${old} where workspace_id = ${workspace_id} and object_id = ${id}`.execute(tx),
  )
  const { events } = await ann.events.list(board)
  assert.deepEqual(events.find(({ type }) => type === 'COMMENT_CREATE')?.comment, first)
  await ann.objects.change(board, { changes: [{ op: 'restore', id: note.id }] })
  assert.deepEqual((await ann.comments.list(board, 'notes', note.id)).comments[0], first)
})
