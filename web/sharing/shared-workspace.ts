// What the parts of the sharing dialog are about: a workspace, who is signed in, and a client that acts for them.

import type { Client, Workspace } from '@tessera/client'

export interface SharedWorkspace {
  readonly client: Client
  readonly workspace: Workspace
  readonly me: { readonly id: number }
}
