// Runs a change over the socket as the bulk change operation with an idempotency key: if it is sent again, it gets the
// first reply.

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
    const call = { claim, params: { workspace_id: workspace_uid }, body: { changes }, idempotency, isLive: true }
    const reply = await handler.run(call as never)
    if (reply instanceof Replayed) return { results: storedResults(reply.body), isReplay: true }
    return { results: membersOf(reply as string), isReplay: false }
  }
  return async call => {
    const path = `/api/workspaces/${call.workspace_uid}/live`
    const body_hash = hash('sha256', JSON.stringify(call.changes), 'base64url')
    const name = `${call.claim.user_id} ${path} ${call.key}`
    const same = pending.get(name)
    // The write path knows only finished replies, not those in progress.
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

/** What is between the braces of the reply: `"results":[…]`. */
const membersOf = (reply: string): string => reply.slice(1, -1)

/** Responses that earlier versions stored have the seq as well. */
const storedResults = (body: string): string => `"results":${JSON.stringify(JSON.parse(body).results)}`
