// The workspaces of the signed-in user, so that nobody has to look up an id to try an operation.

import type { Client } from '@tessera/client'
import { useEffect, useState } from 'react'

interface Choice {
  readonly value: string
  readonly label: string
}

/** Empty until they are loaded, and if they cannot be loaded: an id can always be typed. */
export function useWorkspaceChoices(client: Client | null): readonly Choice[] {
  const [choices, setChoices] = useState<readonly Choice[]>([])
  useEffect(() => {
    let isLeft = false
    client?.users.listWorkspaces('me', { limit: 50 }).then(
      ({ workspaces }) => isLeft || setChoices(workspaces.map(({ uid, name }) => ({ value: uid, label: name }))),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [client])
  return choices
}
