// What happens after somebody has proven who they are, by password or at a single sign-on provider: the session starts.

import type { Tx } from '../db/database.ts'
import type { UserRow } from '../identity/user-store.ts'
import type { PageReply } from '../pages/page.ts'
import { sessionCookie } from '../sessions/browser-state.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { replaceSession } from './sign-in.ts'

export interface ProvenSignIn {
  readonly user: Pick<UserRow, 'id'>
  readonly publicUrl: string
  /** The local path to go to. */
  readonly next: string
}

export async function finishSignIn(
  tx: Tx,
  call: FormCall,
  { user, publicUrl, next }: ProvenSignIn,
): Promise<PageReply> {
  const secret = await replaceSession(tx, user.id, call)
  return { redirect: next, cookies: [sessionCookie(publicUrl, secret)] }
}
