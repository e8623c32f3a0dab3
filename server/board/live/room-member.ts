// A connection in a room, as the room sees it.

import type { PresencePage, Viewport } from './presence-page.ts'
import type { SocketWriter } from './socket-writer.ts'

export interface Member {
  readonly connection: string
  readonly user_id: number
  readonly writer: SocketWriter
  /** Whether it may see the URLs of originals. */
  seesOriginals: boolean
  /** True if it is up to date and is sent every event. The others are catching up. */
  isLive: boolean
  /** True if some presence messages were not sent to it, so that it needs the whole presence again. */
  missesPresence: boolean
  /** The part of the board that it sees, if it has reported one. */
  readonly viewport: Viewport | null
  /** The page of participants that it is shown in a large room; null while it is sent all participants. */
  page: PresencePage | null
  /** True if it reads too slowly: it catches up with a new snapshot once it has read what was written. */
  fallBehind(): void
}

/** Nothing is written to a member that reads too slowly. */
export function skipSlow(member: Member): void {
  member.missesPresence = true
  if (member.isLive) member.fallBehind()
}
