// What happens after somebody has proven who they are, by password or at a single sign-on provider: the session starts.

import type { Tx } from '../db/database.ts'
import type { UserRow } from '../identity/user-store.ts'
import type { PageReply } from '../pages/page.ts'
import type { SessionIdentity } from '../sessions/browser-sessions.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { replaceSession } from './sign-in.ts'

export interface ProvenSignIn {
  readonly user: Pick<UserRow, 'id'>
  readonly publicUrl: string
  /** The local path to go to. */
  readonly next: string
  /** If they proved it at a single sign-on provider. */
  readonly identity?: SessionIdentity | undefined
}

export async function finishSignIn(
  tx: Tx,
  call: FormCall,
  { user, publicUrl, next, identity }: ProvenSignIn,
): Promise<PageReply> {
  return { redirect: next, cookies: await replaceSession(tx, user.id, call, { publicUrl, identity }) }
}
