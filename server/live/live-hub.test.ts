// What the rooms of a process are told when they are opened and closed while something happens.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventText } from '../events/event-text.ts'
import { House } from './live-hub.ts'
import type { LiveDomain } from './live-domain.ts'
import type { Member } from './room.ts'
import { Roster } from './roster.ts'

const event = (seq: number): EventText => ({ seq, type: 'NOTE_CREATE', full: `{"seq":${seq}}`, plain: '' })

test('[LIV-5] what is committed between the look at a workspace and the opening of its room is told', async () => {
  const log = [event(4)]
  const readEvents = async (_: number, after: number) => log.filter(({ seq }) => seq > after)
  const domain = { roster: new Roster(), readEvents } as unknown as LiveDomain
  const house = new House(domain, { helloMs: 0, probeMs: 0, accessMs: 0 }, {} as never)
  // The workspace was looked up when its log stood at 3.
  const room = house.enter({ id: 1, uid: 'A'.repeat(20), seq: 3 } as never)
  const told = Promise.withResolvers<string>()
  const wire = { isSlow: false, write: (frame: Buffer) => told.resolve(frame.toString()) }
  room.members.add({ wire, isLive: true, seesOriginals: true, missesPeople: false } as unknown as Member)
  assert.match(await told.promise, /"seq":4/)
  room.close()
})
