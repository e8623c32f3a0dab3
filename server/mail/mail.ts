// A mail before it is sent, who sends it, and how people, addresses and times are named in one.

import type { Language } from '@tessera/contract/languages'

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface Mail {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every try, so that a mail that comes twice is known for one. */
  readonly id: string
}

export interface Mailer {
  /** Fulfilled once the mail is in other hands, or safely on disk. Throws GiveUp where it is refused for good. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Throws where mail could not be sent now; otherwise says where it goes. */
  check(): Promise<string>
  close(): Promise<void>
}

/** Without what could begin another header or another line. */
export const singleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

export interface PersonName {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** A person as they are named in a sentence. */
export const displayName = ({ first_name, last_name, email }: PersonName): string =>
  singleLine(`${first_name} ${last_name}`).slice(0, 80) || email

export const shortenUrl = (url: string): string => singleLine(url).slice(0, 300)

export const formatTime = (iso: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
