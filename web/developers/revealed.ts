// A secret of an application that may be seen, as long as the page that made it is open.

export interface Revealed {
  readonly client_id: string
  readonly client_secret: string
}
