// A real notification, signed with two secrets during a rotation, and variants of it that must be refused. For tests of
// the verification code that we publish.

import { type Notification, receiver } from '../server/testing/receiver.ts'
import { world } from '../server/testing/world.ts'

export interface SignatureCase {
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Which of the cases must be accepted. */
export const acceptedSignatures = {
  good: true,
  rotated: true,
  changed: false,
  foreign: false,
  old: false,
  unsigned: false,
}

export async function signatureCases(): Promise<Record<keyof typeof acceptedSignatures, SignatureCase>> {
  const { ann, board } = await world()
  const there = await receiver()
  const { id, secret: old = '' } = await ann.listeners.create({
    workspaceId: board,
    url: there.url,
    eventTypes: ['ALL'],
  })
  const { secret } = await ann.listeners.rotateSecret(id)
  await ann.notes.create(board, { text: 'schöne Grüße — 日本語' })
  const { headers, text: body } = (await there.events(1))[0] as Notification
  return {
    good: { secret, headers, body },
    rotated: { secret: old, headers, body },
    changed: { secret, headers, body: `${body} ` },
    foreign: { secret: `whsec_${Buffer.from('another').toString('base64')}`, headers, body },
    old: { secret, headers: { ...headers, 'webhook-timestamp': '1000000000' }, body },
    unsigned: { secret, headers: { ...headers, 'webhook-signature': 'v1,' }, body },
  }
}
