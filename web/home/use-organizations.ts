// The organizations of the user, and in which of them they can create workspaces.

import { useSession } from '../session/session.tsx'
import { type Load, useLoad } from '../ui/use-load.ts'

export interface OrganizationChoice {
  readonly id: number
  readonly name: string
  readonly mayCreate: boolean
}

export function useOrganizations(): Load<OrganizationChoice[]> {
  const { client, me } = useSession()
  const createsAnywhere = me.application_role?.can_create_walls === true
  return useLoad(
    async signal =>
      (await client.users.listOrganizations('me', { limit: 200 }, { signal })).organizations.map(
        ({ id, name, organization_role }) => ({
          id,
          name,
          mayCreate: organization_role.can_create_workspace || createsAnywhere,
        }),
      ),
    [],
  )
}
