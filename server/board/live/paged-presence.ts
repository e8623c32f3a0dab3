// Sends the presence of a large room: to each member its page and the number of users. Members are served in slices, so
// that a room of thousands does not block the process.

import { frameOf } from './frame.ts'
import type { Presence } from './presence.ts'
import { type PageChanges, PresencePage } from './presence-page.ts'
import { type Member, skipSlow } from './room-member.ts'

const sliceSize = 250

/** Formats `"people":[…]`, with the number of users if that is a page. For a member that knows nothing yet. */
export function peopleFields(presence: Presence, member: Member): string {
  if (!presence.isPaged) {
    member.page = null
    return `"people":${presence.allJson()}`
  }
  member.page = new PresencePage(presence, member.connection)
  const people = member.page.open(member.viewport).map(connection => presence.jsonOf(connection))
  return `"people":[${people.join()}],"total":${presence.index.userCount}`
}

/** Replaces everything that the member knows about the participants. */
export const wholePresence = (presence: Presence, member: Member) =>
  `{"type":"presence",${peopleFields(presence, member)},"left":[],"all":true}`

export class PagedPresence {
  readonly #presence: Presence
  readonly #members: ReadonlySet<Member>
  readonly #onSent: () => void
  #isSending = false
  #total = 0

  constructor(presence: Presence, members: ReadonlySet<Member>, onSent: () => void) {
    this.#presence = presence
    this.#members = members
    this.#onSent = onSent
  }

  /** The next message must wait. */
  get isSending(): boolean {
    return this.#isSending
  }

  /** Takes the changes, and sends to each member those that concern it. */
  send(): void {
    const changes = this.#presence.takeChanges()
    const active = this.#presence.index.listActive().filter(connection => changes.changed.has(connection))
    const total = this.#presence.index.userCount
    const hasNewTotal = total !== this.#total
    this.#total = total
    const shared = {
      changes: { ...changes, active },
      total,
      // The message is encoded once, for all members whose page has not changed.
      totalFrame: hasNewTotal ? frameOf(`{"type":"presence","people":[],"left":[],"total":${total}}`) : null,
      leaderFrame: changes.hasNewLeader ? frameOf(this.#presence.leaderMessage) : null,
    }
    this.#sendSlices([...this.#members], shared)
  }

  #sendSlices(members: readonly Member[], shared: SharedFrames, start = 0): void {
    this.#isSending = true
    for (const member of members.slice(start, start + sliceSize))
      if (this.#members.has(member)) this.#sendTo(member, shared)
    if (start + sliceSize < members.length)
      return void setImmediate(() => this.#sendSlices(members, shared, start + sliceSize))
    this.#isSending = false
    if (start > 0) this.#onSent()
  }

  #sendTo(member: Member, { changes, total, totalFrame, leaderFrame }: SharedFrames): void {
    const { writer } = member
    if (writer.isSlow) {
      skipSlow(member)
      return
    }
    if (!member.page) writer.send(wholePresence(this.#presence, member))
    else {
      const update = member.page.update(changes, member.viewport)
      if (update) writer.send(this.#message(update.people, update.left, total))
      else if (totalFrame) writer.write(totalFrame)
    }
    if (leaderFrame) writer.write(leaderFrame)
  }

  #message(people: readonly string[], left: readonly string[], total: number): string {
    const persons = people.map(connection => this.#presence.jsonOf(connection)).join()
    return `{"type":"presence","people":[${persons}],"left":${JSON.stringify(left)},"total":${total}}`
  }
}

interface SharedFrames {
  readonly changes: PageChanges
  readonly total: number
  readonly totalFrame: Buffer | null
  readonly leaderFrame: Buffer | null
}
