// What the parts of the share dialog need: the workspace, the signed-in user and a client that acts for them.

import type { Client, Workspace } from '@tessera/client'

export interface SharedWorkspace {
  readonly client: Client
  readonly workspace: Workspace
  readonly me: { readonly id: number }
}
