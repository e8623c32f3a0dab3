// Every comment of the workspace, as the live workspace has them.

import type { Comment } from '@tessera/client'
import { useMemo, useSyncExternalStore } from 'react'
import { useBoard } from '../board/board.ts'
import { useBoardVersion } from '../board/live-hooks.ts'

/** Oldest first. */
export function useAllComments(): readonly Comment[] {
  const { live } = useBoard()
  const board = useBoardVersion()
  const version = useSyncExternalStore(
    tell => live.onComments(tell),
    () => countOf(live.objects.keys(), id => live.commentsOn(id).length),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions say that the map is another
  return useMemo(() => {
    const all = [...live.objects.keys()].flatMap(id => live.commentsOn(id))
    return all.sort((one, other) => (one.id < other.id ? -1 : 1))
  }, [live, board, version])
}

function countOf(ids: Iterable<string>, count: (id: string) => number): number {
  let total = 0
  for (const id of ids) total += count(id)
  return total
}
