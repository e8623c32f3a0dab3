// The tables of organizations and workspaces, with their people.

import type { Generated } from 'kysely'
import type { Times } from './times.ts'

export interface OrganizationTable extends Times {
  id: Generated<number>
  name: string
  locked_at: string | null
  account_id: number
  expiration: string | null
  plan_id: number
  plan_name: string
  metadata: string
  is_guest_invite_requires_approval: number
}

export interface OrganizationUserTable extends Times {
  organization_id: number
  user_id: number
  organization_role_id: number
  invited_state: string
  awaits_approval: number
}

export interface WorkspaceTable extends Times {
  id: Generated<number>
  uid: string
  organization_id: number
  name: string
  description: string
  public: number
  publish_state: Generated<string>
  publish_state_at: Generated<string>
  published_at: Generated<string>
  seq: Generated<number>
  /** Whether anyone may get pictures of it while it is published. */
  can_download: Generated<number>
  /** Added to the numbers of the log for stacking keys, so that those of a copy lie above the copied ones. */
  order_base: Generated<number>
  deleted_at: string | null
  /** Set by a permanent delete: the workspace is no longer found, and a job deletes its rows in steps. */
  erased_at: string | null
  /** While the workspace is being filled with a copy: when the copy counts as abandoned. Until it is done, `erased_at` is set. */
  copying_until: Generated<string | null>
}

export interface WorkspaceUserTable extends Times {
  workspace_id: number
  user_id: number
  workspace_role_id: number
}
