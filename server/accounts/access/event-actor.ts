// Who made a change, as the log stores it: the user, and the application that acted for them.

export interface EventActor {
  readonly actor_id: number
  /** The client_id and name of the application, as JSON. Null for the user's own browser and tokens. */
  readonly via: string | null
  /** The grant of a personal token. */
  readonly grant_id?: string | null
}

interface ActingCaller {
  readonly id: number
  readonly via: { readonly client_id: string; readonly name: string } | null
}

export const actorOf = ({ id, via }: ActingCaller): EventActor => ({
  actor_id: id,
  via: via ? JSON.stringify(via) : null,
})
