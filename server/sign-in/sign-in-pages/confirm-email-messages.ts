// The messages of the page that confirms a new email address.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: 'Confirm your new email address',
  lead: (before: string, after: string) => `The email address of your account changes from ${before} to ${after}.`,
  consequence: 'You then sign in with the new address, and all emails go there.',
  confirm: 'Confirm change',
  changed: 'Your email address was changed',
  changedText: (email: string) => `It’s now ${email}.`,
  toAccount: 'Go to your account',
  voidLink: 'This link is no longer valid',
  voidLinkText:
    'It was used or replaced, or its 24 hours are over. You can send a new one from your account page if the change is still pending.',
  otherAccount: 'This link belongs to another account',
  otherAccountText: (email: string) =>
    `You’re signed in as ${email}. To confirm the new address, sign in to the account that it’s meant for.`,
  switchAccount: 'Sign in with another account',
  taken: 'This address belongs to another account',
  takenText: (email: string) =>
    `Someone else started to use ${email} in the meantime, so your address stays as it is. Choose another one on your account page.`,
}

type ConfirmEmailMessages = typeof english

const german: ConfirmEmailMessages = {
  title: 'Neue E-Mail-Adresse bestätigen',
  lead: (before, after) => `Die E-Mail-Adresse deines Kontos wird von ${before} in ${after} geändert.`,
  consequence: 'Danach meldest du dich mit der neuen Adresse an und erhältst alle E-Mails dort.',
  confirm: 'Änderung bestätigen',
  changed: 'Deine E-Mail-Adresse wurde geändert',
  changedText: email => `Sie lautet jetzt ${email}.`,
  toAccount: 'Zu deinem Konto',
  voidLink: 'Dieser Link ist nicht mehr gültig',
  voidLinkText:
    'Er wurde bereits verwendet oder ersetzt, oder die 24 Stunden sind abgelaufen. Wenn die Änderung noch aussteht, kannst du auf deiner Kontoseite einen neuen senden.',
  otherAccount: 'Dieser Link gehört zu einem anderen Konto',
  otherAccountText: email =>
    `Du bist als ${email} angemeldet. Melde dich mit dem Konto an, für das die neue Adresse bestimmt ist.`,
  switchAccount: 'Mit einem anderen Konto anmelden',
  taken: 'Diese Adresse gehört zu einem anderen Konto',
  takenText: email =>
    `Inzwischen verwendet eine andere Person ${email}, daher bleibt deine Adresse unverändert. Wähle auf deiner Kontoseite eine andere.`,
}

export const confirmEmailMessages: Readonly<Record<Language, ConfirmEmailMessages>> = { en: english, de: german }
