// The workspaces of the user whose name contains the query, requested from the server a moment after typing.

import { useEffect, useState } from 'react'
import { useBoard } from '../../state/board.ts'

const pauseMs = 200
const limit = 8

interface NamedWorkspace {
  readonly uid: string
  readonly name: string
}

/** Without a query, the ones that were visited last. Empty if the service does not respond. */
export function useWorkspacesByName(query: string): readonly NamedWorkspace[] {
  const { client, uid } = useBoard()
  const [found, setFound] = useState<readonly NamedWorkspace[]>([])
  const asked = query.trim()
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        const what = { query: asked, order_by: 'visited_at', order_direction: 'DESC', limit } as const
        client.users
          .listWorkspaces('me', what, { signal: abort.signal })
          .then(({ workspaces }) => setFound(workspaces.filter(workspace => workspace.uid !== uid)))
          .catch(() => {})
      },
      asked === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, uid, asked])
  return found
}
