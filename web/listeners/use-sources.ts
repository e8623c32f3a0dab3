// What a listener can receive events of: a workspace, or all workspaces of an organization that the user manages.

import type { Listener } from '@tessera/client'
import { useSession } from '../session/session.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'

export interface Sources {
  /** The names of workspaces by uid. */
  readonly workspaces: ReadonlyMap<string, string>
  /** The names of organizations by id. */
  readonly organizations: ReadonlyMap<number, string>
}

const none: Sources = { workspaces: new Map(), organizations: new Map() }

export function useSources(): Load<Sources> {
  const { client } = useSession()
  return useLoad<Sources>(async () => {
    const [workspaces, organizations] = await Promise.all([
      Array.fromAsync(client.users.listWorkspaces.all('me', { limit: 200 })),
      Array.fromAsync(client.users.listOrganizations.all('me', { limit: 200 })),
    ])
    const managed = organizations.filter(({ organization_role }) =>
      ['owner', 'admin'].includes(organization_role.role_type),
    )
    return {
      workspaces: new Map(workspaces.map(({ uid, name }) => [uid, name])),
      organizations: new Map(managed.map(({ id, name }) => [id, name])),
    }
  }, [])
}

export const sourcesIn = ({ loaded }: Load<Sources>): Sources => (loaded.state === 'ready' ? loaded.value : none)

/** The name of the organization, or of the workspace; its id if the user has lost access. */
export function sourceName({ workspaceId, organizationId }: Listener, { workspaces, organizations }: Sources): string {
  if (workspaceId !== null) return workspaces.get(workspaceId) ?? workspaceId
  return organizations.get(organizationId ?? 0) ?? String(organizationId)
}
