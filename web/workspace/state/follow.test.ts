import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { LivePerson } from '@tessera/client'
import type { BoardView } from '../../canvas/board-view.ts'
import type { OpenBoard } from './board.ts'
import { openFollowing } from './follow.ts'

const [me, ann, bob] = [1, 2, 3]

function room(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let notifyPeople = () => {}
  const live = {
    me: { connection: 'mine', id: me },
    people: new Map<string, LivePerson>(),
    leader: null as number | null,
    follow() {},
    onPeople(listener: () => void) {
      notifyPeople = listener
      return () => {}
    },
  }
  const view = { element: new EventTarget(), size: { width: 100, height: 100 }, setCamera() {} }
  const show = (ids: readonly number[], leader: number | null = null) => {
    live.people = new Map(ids.map(id => [id === me ? 'mine' : `${id}`, person(id)]))
    live.leader = leader
    notifyPeople()
  }
  show([me, ann, bob])
  const following = openFollowing({ live } as unknown as OpenBoard, view as unknown as BoardView)
  context.after(() => following.close())
  const pass = (ms: number) => context.mock.timers.tick(ms)
  return { following, show, pass, takeOver: () => view.element.dispatchEvent(new Event('pointerdown')) }
}

const person = (id: number) => ({ id, view: { x: 0, y: 0, zoom: 1 } }) as unknown as LivePerson

test('[WEB-16] following survives a break of either connection', context => {
  const { following, show, pass } = room(context)
  following.follow(ann)
  show([])
  pass(60_000)
  show([me, ann, bob])
  assert.equal(following.person.get(), ann)
  show([me, bob])
  pass(5_000)
  show([me, bob, ann])
  pass(60_000)
  assert.equal(following.person.get(), ann)
})

test('[WEB-16] following ends when the followed user does not come back', context => {
  const { following, show, pass } = room(context)
  following.follow(ann)
  show([me, bob])
  pass(60_000)
  assert.equal(following.person.get(), null)
})

test('[WEB-16] a user who stopped following the leader does not follow again after a reconnect', context => {
  const { following, show, takeOver } = room(context)
  show([me, ann, bob], ann)
  assert.equal(following.person.get(), ann)
  takeOver()
  show([])
  show([me, ann, bob], ann)
  assert.equal(following.person.get(), null)
  show([me, ann, bob], bob)
  assert.equal(following.person.get(), bob)
})
