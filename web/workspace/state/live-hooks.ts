// React hooks for the state of the live workspace. A component renders again only if what it uses has changed.

import type { BoardObject, Comment, LivePerson, LiveState } from '@tessera/client'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { type OpenBoard, useBoard } from './board.ts'
import { useObservable } from './observable.ts'
import { type Rights, rightsOf } from './rights.ts'

export function useLiveState(): LiveState {
  const { live } = useBoard()
  return useSyncExternalStore(
    useCallback(listener => live.onState(listener), [live]),
    () => live.state,
  )
}

export function usePending(): { pending: number; isKept: boolean } {
  const { live } = useBoard()
  const key = useSyncExternalStore(
    useCallback(listener => live.onPending(listener), [live]),
    () => `${live.pending} ${live.isStored}`,
  )
  const [pending, isKept] = key.split(' ')
  return { pending: Number(pending), isKept: isKept === 'true' }
}

export function useRights(): Rights {
  const { live } = useBoard()
  const role = useSyncExternalStore(
    useCallback(listener => both(live.onRole(listener), live.onState(listener)), [live]),
    () => live.role,
  )
  return rightsOf(role)
}

/** The selected objects that still exist. */
export function useSelected(): readonly BoardObject[] {
  const { selection } = useBoard()
  return useObjects(useObservable(selection))
}

export function useObject(id: string | null): BoardObject | null {
  const ids = id === null ? none : [id]
  return useObjects(ids)[0] ?? null
}

const none: readonly string[] = []

function useObjects(ids: readonly string[]): readonly BoardObject[] {
  const { live } = useBoard()
  return useList(
    useCallback(listener => live.onChange(listener), [live]),
    () => ids.flatMap(id => live.get(id) ?? []),
  )
}

/** Returns the same array as long as its items are the same. */
export function useList<Item>(
  subscribe: (listener: () => void) => () => void,
  read: () => readonly Item[],
): readonly Item[] {
  const last = useRef<readonly Item[]>([])
  return useSyncExternalStore(subscribe, () => {
    const found = read()
    const isSame = found.length === last.current.length && found.every((one, index) => one === last.current[index])
    if (!isSame) last.current = found
    return last.current
  })
}

const restMs = 500

/**
 * A number that grows when the board changes. On large boards it is throttled, because lists of all objects are
 * expensive.
 */
export function useBoardVersion(): number {
  const { live } = useBoard()
  const version = useRef(0)
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const next = () => {
        timer = undefined
        version.current += 1
        listener()
      }
      const stop = live.onChange(() => {
        timer ??= setTimeout(next, live.objects.size < 200 ? 0 : restMs)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [live],
  )
  return useSyncExternalStore(subscribe, () => version.current)
}

/** On an object, or with null at points of the board. */
export function useCommentsOn(id: string | null): readonly Comment[] {
  const { live } = useBoard()
  return useList(
    useCallback(listener => live.onComments(listener), [live]),
    () => live.commentsOn(id),
  )
}

export interface OtherPeople {
  readonly people: readonly LivePerson[]
  readonly leader: number | null
  /** How many users are on the board if it has so many that `people` are only some of them; otherwise null. */
  readonly total: number | null
}

/** The other users, one entry per connection. Agents are not among them. */
export function useOtherPeople(): OtherPeople {
  const { live } = useBoard()
  const last = useRef<OtherPeople>({ people: [], leader: null, total: null })
  return useSyncExternalStore(
    useCallback(listener => live.onPeople(listener), [live]),
    () => {
      const people = otherPeople(live)
      const before = last.current
      const isSame =
        before.leader === live.leader &&
        before.total === live.peopleTotal &&
        people.length === before.people.length &&
        people.every((person, index) => person === before.people[index])
      if (!isSame) last.current = { people, leader: live.leader, total: live.peopleTotal }
      return last.current
    },
  )
}

export const otherPeople = (live: OpenBoard['live']): LivePerson[] =>
  [...live.people.values()].filter(({ connection, agent }) => connection !== live.me?.connection && !agent)

/** The agents at work on the board, those of the user included. */
export function useAgents(): readonly LivePerson[] {
  const { live } = useBoard()
  return useList(
    useCallback(listener => live.onPeople(listener), [live]),
    () => agentsOf(live.people.values()),
  )
}

/** An agent whose calls went to several processes is shown once, where it was last. */
const agentsOf = (people: Iterable<LivePerson>): LivePerson[] => [
  ...new Map([...people].flatMap(one => (one.agent ? [[`${one.id} ${one.agent.name}`, one] as const] : []))).values(),
]

const both = (one: () => void, other: () => void) => () => {
  one()
  other()
}
