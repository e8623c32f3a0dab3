// Searches the members of an organization on the server. A user who cannot list members gets none, and the server is
// not asked again.

import { type Client, type OrganizationMember, TesseraError } from '@tessera/client'
import { useEffect, useState } from 'react'

interface FoundMembers {
  /** The last results, until there are new ones. */
  readonly members: readonly OrganizationMember[]
  readonly mayList: boolean
}

const pauseMs = 120
const limit = 20

export function useFoundMembers(client: Client, organization_id: number, query: string): FoundMembers {
  const [members, setMembers] = useState<readonly OrganizationMember[]>([])
  const [mayList, setMayList] = useState(true)
  useEffect(() => {
    if (query === '' || !mayList) return
    const abort = new AbortController()
    const { signal } = abort
    const timer = setTimeout(() => {
      client.organizations.listMembers(organization_id, { query, limit }, { signal }).then(
        found => signal.aborted || setMembers(found.organization_users),
        // Other failures are retried with the next keystroke; addresses can still be typed.
        failure => isRefusal(failure) && setMayList(false),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, organization_id, query, mayList])
  return { members, mayList }
}

const isRefusal = (failure: unknown) =>
  failure instanceof TesseraError && failure.status >= 400 && failure.status < 500 && failure.status !== 429
