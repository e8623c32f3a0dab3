// Tests opening and closing rooms while events are committed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventText } from '../events/event-text.ts'
import type { LiveDomain } from './live-domain.ts'
import { LiveHub } from './live-hub.ts'
import type { Member } from './room-member.ts'
import { Roster } from './roster.ts'

const event = (seq: number): EventText => ({ seq, type: 'NOTE_CREATE', full: `{"seq":${seq}}`, plain: '' })

test('[LIV-5] events committed between reading a workspace and opening its room are sent', async () => {
  const log = [event(4)]
  const readEvents = async (_: number, after: number) => log.filter(({ seq }) => seq > after)
  const domain = { roster: new Roster(), readEvents, recordFanOut() {} } as unknown as LiveDomain
  const hub = new LiveHub(domain, { helloMs: 0, pingMs: 0, accessMs: 0 }, {} as never)
  // The workspace was read when its log was at seq 3.
  const room = hub.enter({ id: 1, uid: 'A'.repeat(20), seq: 3 } as never)
  const sent = Promise.withResolvers<string>()
  const writer = { isSlow: false, write: (frame: Buffer) => sent.resolve(frame.toString()) }
  room.members.add({ writer, isLive: true, seesOriginals: true, missesPresence: false } as unknown as Member)
  assert.match(await sent.promise, /"seq":4/)
  room.close()
})
