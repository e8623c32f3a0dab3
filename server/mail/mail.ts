// A mail, the interface that sends it, and how names, URLs and times are formatted in one.

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
  /** The same for every attempt, so that mail programs recognize a duplicate. */
  readonly id: string
}

export interface Mailer {
  /** Resolves once the mail server has accepted the mail, or it is safely on disk. Throws GiveUp if it is rejected for good. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Throws if mail cannot be sent now; otherwise describes where it goes. */
  check(): Promise<string>
  close(): Promise<void>
}

/** Removes everything that could start another header or line. */
export const singleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

export interface PersonName {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The full name, or the email address if there is none. */
export const displayName = ({ first_name, last_name, email }: PersonName): string =>
  singleLine(`${first_name} ${last_name}`).slice(0, 80) || email

export const shortenUrl = (url: string): string => singleLine(url).slice(0, 300)

export const formatTime = (iso: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
