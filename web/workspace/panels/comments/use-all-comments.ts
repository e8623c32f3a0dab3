// All comments of the workspace.

import type { Comment } from '@tessera/client'
import { useCallback } from 'react'
import { useBoard } from '../../state/board.ts'
import { listComments } from '../../state/comment-threads.ts'
import { useList } from '../../state/live-hooks.ts'

/** Oldest first. */
export function useAllComments(): readonly Comment[] {
  const { live } = useBoard()
  return useList(
    useCallback(
      listener => {
        const stops = [live.onComments(listener), live.onChange(listener)]
        return () => {
          for (const stop of stops) stop()
        }
      },
      [live],
    ),
    () => listComments(live),
  )
}
