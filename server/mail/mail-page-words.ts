// What the pages of kept mail say. The mails themselves are in letters.ts and what goes with it.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: 'Mail',
  /** The folder comes between the parts. */
  lead: ['There is no mail server, so mail is kept in ', '. Only this machine sees this page.'],
  none: 'There is none yet.',
  newest: (shown: number, count: number) => `The newest ${shown} of ${count}.`,
  to: 'to',
  asMail: 'As a mail program shows it',
  all: 'All mail',
}

type MailPageWords = typeof english

const german: MailPageWords = {
  title: 'Mails',
  lead: ['Es gibt keinen Mailserver, darum liegen Mails in ', '. Nur dieser Rechner sieht diese Seite.'],
  none: 'Noch gibt es keine.',
  newest: (shown, count) => `Die neuesten ${shown} von ${count}.`,
  to: 'an',
  asMail: 'Wie ein Mailprogramm sie zeigt',
  all: 'Alle Mails',
}

export const mailPageWords: Readonly<Record<Language, MailPageWords>> = { en: english, de: german }
