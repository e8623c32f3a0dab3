// A change that comes over the socket is the operation that changes many objects, under a key: sent again, it is answered
// as the first time.

import { hash } from 'node:crypto'
import type { Operations } from '@tessera/contract'
import { type Handler, Replayed } from '../handler.ts'
import type { LiveChange } from './live-domain.ts'

type ChangeMany = Handler<Operations['objects']['change']>

export function liveChange(handler: ChangeMany): (call: LiveChange) => Promise<string> {
  if (handler.how !== 'change') throw new Error('changes go through the write path')
  return async ({ claim, workspace_uid, key, changes }) => {
    const idempotency = {
      user_id: claim.user_id,
      path: `/api/workspaces/${workspace_uid}/live`,
      key,
      body_hash: hash('sha256', JSON.stringify(changes), 'base64url'),
      status: 200,
      stringify: JSON.stringify,
    }
    const call = { claim, params: { workspace_id: workspace_uid }, body: { changes }, idempotency }
    const reply: unknown = await handler.run(call as never)
    return reply instanceof Replayed ? reply.body : JSON.stringify(reply)
  }
}
