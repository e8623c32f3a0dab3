// What the authorization page says.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: (application: string) => `Allow ${application}?`,
  /** The application and, where it is known, whose it is come between the parts. */
  asks: ['', ', an application of ', ',', ' asks to act for you. If you allow it, it can:'],
  may: [
    'see your name, email address, organizations and workspaces',
    'add, change and delete everything you can in them, in your name',
  ],
  /** The organization comes between the parts. */
  mayStay: ['stay connected, for you and for every member of ', ' who allows it: you decide this for the organization'],
  back: ['You then go back to ', '. You can take this back at any time in your account.'],
  deny: 'Deny',
  allow: 'Allow',
  signedInAs: (email: string) => `Signed in as ${email}.`,
  notYou: 'Not you?',
  failed: 'The request failed',
  failedText:
    'An application sent you here with a request that is not right, so nothing was done. Tell its makers that the client id or the redirect address does not match its registration.',
  notTheirs: 'You cannot allow this',
  notTheirsText: (application: string) =>
    `${application} asks to be whitelisted for an organization. Only the Owner and the Admins of that organization can do this, and you are not one of them.`,
}

export type ConsentWords = typeof english

const german: ConsentWords = {
  title: application => `${application} erlauben?`,
  asks: ['', ', eine Anwendung von ', ',', ' möchte in deinem Namen handeln. Wenn du es erlaubst, kann sie:'],
  may: [
    'deinen Namen, deine E-Mail-Adresse, deine Organisationen und Arbeitsflächen sehen',
    'dort in deinem Namen alles hinzufügen, ändern und löschen, was du selbst kannst',
  ],
  mayStay: [
    'verbunden bleiben, für dich und für jedes Mitglied von ',
    ', das es erlaubt: Du entscheidest das für die Organisation',
  ],
  back: ['Danach geht es zurück zu ', '. In deinem Konto kannst du das jederzeit widerrufen.'],
  deny: 'Ablehnen',
  allow: 'Erlauben',
  signedInAs: email => `Angemeldet als ${email}.`,
  notYou: 'Nicht du?',
  failed: 'Die Anfrage ist gescheitert',
  failedText:
    'Eine Anwendung hat dich mit einer fehlerhaften Anfrage hierher geschickt, also wurde nichts getan. Sag denen, die sie gemacht haben, dass die Client-ID oder die Rücksprungadresse nicht zu ihrer Registrierung passt.',
  notTheirs: 'Das kannst du nicht erlauben',
  notTheirsText: application =>
    `${application} möchte für eine Organisation freigegeben werden. Das können nur deren Admins und die Person, der sie gehört, und du bist nicht darunter.`,
}

export const consentWords: Readonly<Record<Language, ConsentWords>> = { en: english, de: german }
