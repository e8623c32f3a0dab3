// The messages that processes exchange about the presence in their rooms.

import type { Lead, Participant, PresenceState } from './presence.ts'

/** The short field names and the values of `k` are the wire format between processes, including different versions. */
export type NodeMessage =
  | { k: 'here'; v: number }
  | {
      k: 'all'
      v: number
      people: [workspace_id: number, present: Participant][]
      leads: [workspace_id: number, Lead][]
      /** Whether the process understands `batch`. */
      batches?: boolean
    }
  | { k: 'batch'; of: Update[] }
  | Update
  | { k: 'ask'; of: string | null }
  | { k: 'bye' }

export type Update =
  | { k: 'joined'; v: number; w: number; present: Participant }
  | { k: 'left'; v: number; w: number; connection: string }
  | { k: 'led'; v: number; w: number; lead: Lead }

export type NumberedMessage = Update | { k: 'here'; v: number }

export type RoomMessage =
  | { k: 'events' }
  | { k: 'where' }
  | { k: 'moved'; people: [connection: string, state: PresenceState & Pick<Participant, 'type'>][] }
