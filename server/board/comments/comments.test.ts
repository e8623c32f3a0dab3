// Comments on objects: which kinds take them, replies, and who is notified.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAny } from '../../testing/any-kind.ts'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { guest, jobsFor, member, pendingMember } from '../../testing/members.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, type World, world } from '../../testing/world.ts'

/** The user ids of queued mention mails. */
const mentionedIn = async (made: World, board = made.board) =>
  (await jobsFor(made, board)).filter(job => job.name === 'send-mention').map(job => job.payload.user_id)

test('[COM-1] [COM-2] [COM-7] objects of all kinds but strokes take comments, listed oldest first', async () => {
  const { ann, bob, vic, board } = await world()
  for (const [kind, path] of [
    ['note', 'notes'],
    ['text', 'text'],
    ['image', 'images'],
    ['browser', 'browsers'],
    ['canvas', 'canvas'],
    ['shape', 'shapes'],
    ['connector', 'connectors'],
  ] as const) {
    const ends = kind === 'connector' ? { from: { x: 0, y: 0 }, to: { x: 9, y: 9 } } : {}
    const { id } = await createAny(ann, kind, board, ends)
    const { comment } = await bob.comments.create(board, path, id, { text: '  first ' })
    const { id: comment_id, created_at, ...rest } = comment
    const author = { id: bob.id, email: bob.email, first_name: 'Bob', last_name: 'Tester', via: null }
    const unresolved = { resolved: false, resolved_by: null, resolved_at: null }
    assert.deepEqual(rest, {
      ...{ text: '  first ', parent: null, targetId: id, targetType: kind, author },
      ...{ updated_at: created_at, ...unresolved },
    })
    assert.match(comment_id, /^[0-9a-f]{24}$/)
    assert.ok(Date.parse(created_at) > 0)
    const { comment: second } = await ann.comments.create(board, path, id, { text: 'second' })
    const { comment: reply } = await ann.comments.create(board, path, id, { text: 'reply', parent: comment.id })
    const list = await vic.comments.list(board, path, id)
    assert.deepEqual(list.comments, [comment, second, reply])
    assert.deepEqual([list.total, list.size, list.paging.next], [3, 3, null])
    const page = await vic.comments.list(board, path, id, { limit: 1, offset: 1 })
    assert.deepEqual([page.comments, page.total], [[second], 3])
  }
})

test('[COM-8] everyone with access to a workspace can list all its comments, oldest first, and no one else can', async () => {
  const { ann, vic, eve, board, organization } = await world()
  const all = []
  for (const [kind, path] of [
    ['text', 'text'],
    ['note', 'notes'],
    ['image', 'images'],
  ] as const) {
    const { id } = await createAny(ann, kind, board)
    const { comment } = await ann.comments.create(board, path, id, { text: `on ${kind}` })
    all.push(comment, (await ann.comments.create(board, path, id, { text: 'reply', parent: comment.id })).comment)
  }
  const otherBoard = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  const { id: away } = await createAny(ann, 'note', otherBoard)
  await ann.comments.create(otherBoard, 'notes', away, { text: 'on another board' })
  const list = await vic.comments.listInWorkspace(board)
  assert.deepEqual([list.comments, list.total, list.size, list.paging.next], [all, 6, 6, null])
  const page = await vic.comments.listInWorkspace(board, { limit: 2, offset: 1 })
  assert.deepEqual([page.comments, page.total], [all.slice(1, 3), 6])
  assert.deepEqual(await Array.fromAsync(vic.comments.listInWorkspace.all(board, { limit: 4 })), all)
  await ann.notes.delete(board, all[2]?.targetId as string)
  assert.deepEqual((await vic.comments.listInWorkspace(board)).comments, [...all.slice(0, 2), ...all.slice(4)])
  await refused(eve.comments.listInWorkspace(board), 404, 'ResourceNotFound')
})

test('[COM-1] [OBJ-8] nothing else takes comments, and an object only under its own type and workspace', async () => {
  const made = await world()
  const { ann, board, organization, dependencies } = made
  const { id } = await createAny(ann, 'note', board)
  const others = []
  others.push(['strokes', (await createAny(ann, 'stroke', board)).id] as const)
  const otherBoard = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  const { id: away } = await createAny(ann, 'note', otherBoard)
  const before = await stateOf(dependencies.db)
  const wrong = [
    ...others,
    ['note', id],
    ['texts', id],
    ['text', id],
    ['images', id],
    ['notes', away],
    ['notes', 'f'.repeat(24)],
    ['__proto__', id],
    ['constructor', id],
  ] as const
  for (const [type, object] of wrong) {
    await refused(ann.comments.create(board, type, object, { text: 'x' }), 404, 'ResourceNotFound')
    await refused(ann.comments.list(board, type, object), 404, 'ResourceNotFound')
  }
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[COM-2] a comment has 1 to 8,192 characters that are not all blank', async () => {
  const { ann, board } = await world()
  const { id } = await createAny(ann, 'note', board)
  const comment = (text: unknown) => ann.comments.create(board, 'notes', id, { text: text as string })
  const longest = '😀'.repeat(8_192)
  assert.equal((await comment(longest)).comment.text, longest)
  for (const text of ['', ' ', ' \n\t\u3000', `${longest}.`, 7, null, undefined, ['x'], {}])
    await refused(comment(text), 400, 'BadRequest', 'text')
  assert.equal((await ann.comments.list(board, 'notes', id)).total, 1)
})

test('[COM-3] a reply belongs to a top-level comment of the same object and to nothing else', async () => {
  const { ann, bob, board, dependencies } = await world()
  const { id } = await createAny(ann, 'note', board)
  const { id: other } = await createAny(ann, 'note', board)
  const { comment } = await bob.comments.create(board, 'notes', id, { text: 'top' })
  const { comment: reply } = await ann.comments.create(board, 'notes', id, { text: 'reply', parent: comment.id })
  assert.equal(reply.parent, comment.id)
  const { comment: away } = await ann.comments.create(board, 'notes', other, { text: 'on another' })
  const before = await stateOf(dependencies.db)
  for (const parent of [reply.id, away.id, id, 'f'.repeat(24), 'no id', '', 'x'.repeat(100_000)])
    await refused(ann.comments.create(board, 'notes', id, { text: 'x', parent }), 400, 'BadRequest', 'parent')
  await refused(ann.comments.create(board, 'notes', id, { text: 'x', parent: 7 as never }), 400, 'BadRequest', 'parent')
  assert.deepEqual(await stateOf(dependencies.db), before)
  const { comment: top } = await ann.comments.create(board, 'notes', id, { text: 'x', parent: null as never })
  assert.equal(top.parent, null)
})

test('[COM-4] [FIL-15] a document takes comments once it has been processed, not before', async () => {
  const made = await world()
  const { ann, board, dependencies } = made
  const { document } = await ann.documents.create(board, { document: await readSample('page.pdf'), title: 'paper' })
  assert.equal(document.state, 'processing')
  const before = await stateOf(dependencies.db)
  await refused(ann.comments.create(board, 'documents', document.id, { text: 'early' }), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(dependencies.db), before)
  assert.deepEqual((await ann.comments.list(board, 'documents', document.id)).comments, [])
})

test('[COM-6] everyone who is mentioned, has access and wants mail is mailed once per comment', async () => {
  const made = await world()
  const { ann, bob, vic, eve, board } = made
  const { id } = await createAny(ann, 'note', board)
  const comment = (text: string) => ann.comments.create(board, 'notes', id, { text })
  await comment(`@${bob.email}, and again @${bob.email.toUpperCase()}: see @${vic.email}.`)
  assert.deepEqual((await mentionedIn(made)).sort(), [bob.id, vic.id].sort())
  const jobs = (await jobsFor(made, board)).filter(job => job.name === 'send-mention')
  const { comments } = await ann.comments.list(board, 'notes', id)
  assert.deepEqual(new Set(jobs.map(job => job.payload.comment_id)), new Set(comments.map(comment => comment.id)))
  await comment(`(@${bob.email})`)
  assert.equal((await mentionedIn(made)).length, 3)
  await bob.users.update('me', { user_preference: { notify_on_new_message: false } })
  await comment(`@${bob.email} who does not want to know`)
  await comment(
    `@${eve.email} has no access, ${vic.email} is not named, x@${vic.email} neither, @nobody@example.com is unknown`,
  )
  assert.equal((await mentionedIn(made)).length, 3)
  await comment(`note to self: @${ann.email}`)
  assert.deepEqual((await mentionedIn(made)).slice(3), [ann.id])
})

test('[COM-6] access comes from a role, a public workspace or a role in the organization, once it is accepted', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const { id } = await createAny(ann, 'note', board)
  const admin = await member(made, 'Admin', 2)
  const user = await member(made, 'User')
  const visitor = await member(made, 'Visitor', guest)
  const invited = await member(made, 'Invited', guest)
  const pending = await pendingMember(made, 'Pending')
  const users = [invited.email, pending].map(email => ({ email, workspace_role_id: 3 }))
  await ann.workspaces.addUsers(board, { users })
  const text = [admin, user, visitor, invited]
    .map(person => `@${person.email}`)
    .concat(`@${pending}`)
    .join(' ')
  await ann.comments.create(board, 'notes', id, { text })
  assert.deepEqual((await mentionedIn(made)).sort(), [admin.id, invited.id].sort())
  await ann.workspaces.update(board, { public: true })
  await ann.comments.create(board, 'notes', id, { text })
  assert.deepEqual((await mentionedIn(made)).slice(2).sort(), [admin.id, user.id, invited.id].sort())
  await ann.organizations.removeMember(organization, invited.id)
  await ann.comments.create(board, 'notes', id, { text })
  assert.deepEqual((await mentionedIn(made)).slice(5).sort(), [admin.id, user.id].sort())
})

test('[COM-6] addresses in other alphabets can be mentioned', async () => {
  const made = await world()
  const { ann, bob, board, dependencies } = made
  const { id } = await createAny(ann, 'note', board)
  for (const email of ['josé@exämple.com', "o'brien+tag@example.co.uk", 'δοκιμή@παράδειγμα.δοκιμή']) {
    await dependencies.db.write(tx =>
      tx.updateTable('users').set({ email, email_key: email }).where('id', '=', bob.id).execute(),
    )
    const before = (await mentionedIn(made)).length
    for (const around of [`@${email}`, `„@${email}“`, `hello,@${email}!`, `see @${email}.\n`])
      await ann.comments.create(board, 'notes', id, { text: around })
    assert.deepEqual((await mentionedIn(made)).slice(before), [bob.id, bob.id, bob.id, bob.id], email)
  }
})

test('[COM-6] a mention in one workspace does not affect another, even in simultaneous comments', async () => {
  const made = await world()
  const { ann, bob, board, organization } = made
  const otherBoard = (await ann.workspaces.create(organization, { name: 'Without Bob' })).workspace.properties.uid
  const { id } = await createAny(ann, 'note', board)
  const { id: away } = await createAny(ann, 'note', otherBoard)
  const text = `@${bob.email}`
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? ann.comments.create(board, 'notes', id, { text })
        : ann.comments.create(otherBoard, 'notes', away, { text }),
    ),
  )
  assert.equal((await mentionedIn(made)).length, 10)
  assert.deepEqual(await mentionedIn(made, otherBoard), [])
})

test('[COM-1] [ROL-6] every role but Viewer may comment', async () => {
  const made = await world()
  const { ann, vic, eve, board } = made
  const { id } = await createAny(ann, 'note', board)
  const comment = (person: Person) => person.comments.create(board, 'notes', id, { text: 'x' })
  await refused(comment(vic), 403, 'ForbiddenError')
  await refused(comment(eve), 404, 'ResourceNotFound')
  for (const workspace_role_id of [4, 3, 2]) {
    await ann.workspaces.updateUser(board, vic.id, { workspace_role_id })
    assert.equal((await comment(vic)).comment.author.id, vic.id)
  }
})
