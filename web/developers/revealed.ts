// Application secrets that can be shown, for as long as the page that created them is open.

export interface RevealedSecret {
  readonly client_id: string
  readonly client_secret: string
}
