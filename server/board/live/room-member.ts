// A connection in a room, as the room sees it.

import type { PresencePage, Viewport } from './presence-page.ts'
import type { SocketWriter } from './socket-writer.ts'

export interface Member {
  readonly connection: string
  readonly writer: SocketWriter
  /** Whether it may see the URLs of originals. */
  seesOriginals: boolean
  /** Up to date, and sent every event. The others are catching up. */
  isLive: boolean
  /** Some presence messages were not sent to it, so it needs the whole presence again. */
  missesPresence: boolean
  /** What it sees of the board, as far as it has said. */
  readonly viewport: Viewport | null
  /** Whom it is shown in a large room; null while it is sent all participants. */
  page: PresencePage | null
  /** It reads too slowly: it catches up with a new snapshot once it has read what was written. */
  fallBehind(): void
}

/** Nothing is written to a member that reads too slowly. */
export function skipSlow(member: Member): void {
  member.missesPresence = true
  if (member.isLive) member.fallBehind()
}
