// A change over the socket is the bulk change operation with an idempotency key: sent again, it gets the first reply.

import { hash } from 'node:crypto'
import { type Operations, Problem } from '@tessera/contract'
import type { Handler } from '../../accounts/handler.ts'
import { Replayed } from '../../platform/idempotency/index.ts'
import type { LiveChange, LiveReply } from './live-domain.ts'

type ChangeMany = Handler<Operations['objects']['change']>

export function liveChange(handler: ChangeMany): (call: LiveChange) => Promise<LiveReply> {
  if (handler.how !== 'change') throw new Error('changes go through the write path')
  const pending = new Map<string, { body_hash: string; reply: Promise<LiveReply> }>()
  const run = async ({ claim, workspace_uid, key, changes }: LiveChange, path: string, body_hash: string) => {
    const idempotency = { user_id: claim.user_id, path, key, body_hash, status: 200, areRefusalsStored: true }
    const call = { claim, params: { workspace_id: workspace_uid }, body: { changes }, idempotency }
    const reply = await handler.run(call as never)
    if (reply instanceof Replayed) return { results: resultsIn(reply.body), isReplay: true }
    return { results: resultsIn(typeof reply === 'string' ? reply : JSON.stringify(reply)), isReplay: false }
  }
  return async call => {
    const path = `/api/workspaces/${call.workspace_uid}/live`
    const body_hash = hash('sha256', JSON.stringify(call.changes), 'base64url')
    const name = `${call.claim.user_id} ${path} ${call.key}`
    const same = pending.get(name)
    // The write path knows finished replies only, not those in progress.
    if (same?.body_hash === body_hash) return await same.reply
    if (same) throw new Problem('UnprocessableContent', 'This id was already used for another change')
    const reply = run(call, path, body_hash)
    pending.set(name, { body_hash, reply })
    try {
      return await reply
    } finally {
      pending.delete(name)
    }
  }
}

/** `"results":[…]`: the socket sends the seq that it has broadcast instead of that of the reply. */
function resultsIn(reply: string): string {
  const end = reply.lastIndexOf(',"seq_before":')
  // Responses that earlier versions stored end with the results.
  return reply.slice(1, end < 0 ? -1 : end)
}
