// What the parts that fill a server share, and what a test has to know about a filled server.

import type { CommitServer } from './commit-server.ts'
import type { StateApi } from './state-api.ts'

export interface FilledState {
  /** The owner of the organization, who is also Admin of the application. */
  readonly owner: { readonly email: string; readonly password: string }
  readonly organization: number
  /** The uid of the workspace with every kind and every event. */
  readonly board: string
  /** A request that was made with an Idempotency-Key, and its reply. */
  readonly repeatable: { readonly path: string; readonly key: string; readonly body: object; readonly reply: string }
  readonly application: { readonly client_id: string; readonly client_secret: string; readonly refresh_token: string }
  readonly personalToken: string
}

export interface Filling {
  readonly api: StateApi
  readonly server: CommitServer
  readonly owner: { readonly email: string; readonly password: string; readonly token: string }
  readonly organization: number
  /** What listeners notify, and whose pages browsers show. */
  readonly receiver: string
}
