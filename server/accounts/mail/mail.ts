// A mail, the interface that sends it, and how names, URLs and times are formatted in one.

import type { Language } from '@tessera/contract/languages'
import type { Mailbox } from '../../platform/config/index.ts'

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

const maxNameLength = 60

/**
 * The name of a person, organization or workspace in a mail. Whoever chooses a name must not be able to write the mail:
 * it is short, one line, and contains no address that a mail program would turn into a link, and no characters that are
 * invisible or change the direction of the text.
 */
export const shortName = (name: string): string => cleanName(name) || '…'

function cleanName(name: string): string {
  const visible = singleLine(name.normalize('NFC').replace(/\p{Cf}|\p{Co}|[\u115f\u1160\u3164\uffa0]/gu, ''))
  const withoutLinks = visible
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S*|\b(?:mailto|javascript|data|tel):\S+|\bwww\.\S+/giu, '')
    .replace(/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?\/\S*/gu, '')
    // What remains of a host name is not recognized as one.
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2,})/gu, ' ')
  const characters = [...singleLine(withoutLinks)]
  return characters.length > maxNameLength
    ? `${characters
        .slice(0, maxNameLength - 1)
        .join('')
        .trim()}…`
    : characters.join('')
}

export interface PersonName {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The full name, or the email address if there is none. */
export const displayName = ({ first_name, last_name, email }: PersonName): string =>
  cleanName(`${first_name} ${last_name}`) || email

export const shortenUrl = (url: string): string => singleLine(url).slice(0, 300)

export const formatTime = (iso: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
