// A change that comes over the socket is the operation that changes many objects, under a key: sent again, it is answered
// as the first time.

import { hash } from 'node:crypto'
import { type Operations, Problem } from '@tessera/contract'
import { type Handler, Replayed } from '../handler.ts'
import type { LiveAnswer, LiveChange } from './live-domain.ts'

type ChangeMany = Handler<Operations['objects']['change']>

export function liveChange(handler: ChangeMany): (call: LiveChange) => Promise<LiveAnswer> {
  if (handler.how !== 'change') throw new Error('changes go through the write path')
  const underWay = new Map<string, { body_hash: string; answer: Promise<LiveAnswer> }>()
  const run = async ({ claim, workspace_uid, key, changes }: LiveChange, path: string, body_hash: string) => {
    const idempotency = { user_id: claim.user_id, path, key, body_hash, status: 200, areRefusalsStored: true }
    const call = { claim, params: { workspace_id: workspace_uid }, body: { changes }, idempotency }
    const reply = await handler.run(call as never)
    if (reply instanceof Replayed) return { reply: reply.body, isReplay: true }
    return { reply: typeof reply === 'string' ? reply : JSON.stringify(reply), isReplay: false }
  }
  return async call => {
    const path = `/api/workspaces/${call.workspace_uid}/live`
    const body_hash = hash('sha256', JSON.stringify(call.changes), 'base64url')
    const name = `${call.claim.user_id} ${path} ${call.key}`
    const same = underWay.get(name)
    // The write path finds what was answered, not what it is about to answer.
    if (same?.body_hash === body_hash) return await same.answer
    if (same) throw new Problem('UnprocessableContent', 'This id is in use for another change')
    const answer = run(call, path, body_hash)
    underWay.set(name, { body_hash, answer })
    try {
      return await answer
    } finally {
      underWay.delete(name)
    }
  }
}
