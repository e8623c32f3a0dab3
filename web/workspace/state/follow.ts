// Follows the view of another user: one that was chosen, or the presenter. Input on the board ends it. Views are shared
// by their center, because windows differ in size.

import type { LivePerson } from '@tessera/client'
import type { BoardView } from '../../canvas/board-view.ts'
import type { OpenBoard } from './board.ts'
import { otherPeople } from './live-hooks.ts'
import { type Observable, observable } from './observable.ts'

/** A lost connection is usually back within this time. */
const awayMs = 10_000

export interface Following {
  /** The id of the followed user, or null. */
  readonly person: Observable<number | null>
  follow(userId: number | null): void
  close(): void
}

export function openFollowing(board: OpenBoard, view: BoardView): Following {
  const person = observable<number | null>(null)
  let lastLeader: number | null = null
  let awayTimer: ReturnType<typeof setTimeout> | undefined

  function follow(userId: number | null) {
    if (person.get() === userId) return
    person.set(userId)
    board.live.follow(userId)
    applyView()
  }

  function applyView() {
    const followedId = person.get()
    const followed = followedId === null ? null : viewOf(board, followedId)
    if (followed?.view) view.setCamera(cameraFor(view, followed.view), { animate: true })
  }

  function onPeople() {
    const { leader, me, people } = board.live
    // An empty list means that this connection is broken, and tells nothing about the others.
    if (people.size === 0) return
    if (leader !== lastLeader) {
      const wasFollowed = person.get() === lastLeader
      lastLeader = leader
      if (leader !== null && leader !== me?.id) follow(leader)
      else if (wasFollowed) follow(null)
    }
    if (isAway()) awayTimer ??= setTimeout(giveUp, awayMs)
    else {
      clearTimeout(awayTimer)
      awayTimer = undefined
      applyView()
    }
  }

  function isAway() {
    const followedId = person.get()
    return followedId !== null && !viewOf(board, followedId)
  }

  function giveUp() {
    awayTimer = undefined
    if (isAway()) follow(null)
  }

  const takeOver = () => follow(null)
  const closing = new AbortController()
  for (const input of ['pointerdown', 'wheel'] as const)
    view.element.addEventListener(input, takeOver, { signal: closing.signal, passive: true })
  const stop = board.live.onPeople(onPeople)
  onPeople()
  return {
    person,
    follow,
    close() {
      closing.abort()
      clearTimeout(awayTimer)
      stop()
    },
  }
}

/** If a user has several windows open, the one opened last. */
const viewOf = (board: OpenBoard, userId: number): LivePerson | undefined =>
  otherPeople(board.live).findLast(({ id, view }) => id === userId && view !== null)

export interface SharedView {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** Includes the size of the window: on a board with many people, it determines who is in view. */
export const sharedView = (view: BoardView): SharedView & BoardView['size'] => ({
  ...view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 }),
  zoom: view.camera.zoom,
  width: view.size.width,
  height: view.size.height,
})

const cameraFor = ({ size }: BoardView, { x, y, zoom }: SharedView) => ({
  x: x - size.width / 2 / zoom,
  y: y - size.height / 2 / zoom,
  zoom,
})
