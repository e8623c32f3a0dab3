// The messages of the pages that show saved mail. The texts of the mails are in mail-texts.ts and its languages.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: 'Mail',
  /** The folder goes between the two parts. */
  lead: ['No mail server is configured, so mail is saved in ', '. This page is only available on this machine.'],
  none: 'No mail yet.',
  newest: (shown: number, count: number) => `Showing the newest ${shown} of ${count}.`,
  to: 'to',
  asMail: 'View as HTML',
  all: 'All mail',
}

type MailPageMessages = typeof english

const german: MailPageMessages = {
  title: 'E-Mails',
  lead: [
    'Es ist kein Mailserver konfiguriert, daher werden E-Mails in ',
    ' gespeichert. Diese Seite ist nur auf diesem Rechner verfügbar.',
  ],
  none: 'Noch keine E-Mails.',
  newest: (shown, count) => `Die neuesten ${shown} von ${count}.`,
  to: 'an',
  asMail: 'Als HTML anzeigen',
  all: 'Alle E-Mails',
}

export const mailPageMessages: Readonly<Record<Language, MailPageMessages>> = { en: english, de: german }
