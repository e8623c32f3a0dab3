// The workspaces of the user whose name contains the query, requested from the server a moment after typing.

import { useEffect, useState } from 'react'
import { useBoard } from '../../state/board.ts'

const pauseMs = 200
const limit = 8

interface NamedWorkspace {
  readonly uid: string
  readonly name: string
}

/** Lists the last visited ones if there is no query. Empty if the service does not respond. */
export function useWorkspacesByName(query: string): readonly NamedWorkspace[] {
  const { client, uid } = useBoard()
  const [found, setFound] = useState<readonly NamedWorkspace[]>([])
  const search = query.trim()
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        const what = { query: search, order_by: 'visited_at', order_direction: 'DESC', limit } as const
        client.users
          .listWorkspaces('me', what, { signal: abort.signal })
          .then(({ workspaces }) => setFound(workspaces.filter(workspace => workspace.uid !== uid)))
          .catch(() => {})
      },
      search === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, uid, search])
  return found
}
