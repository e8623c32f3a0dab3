// The words of the consent page.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: (application: string) => `Allow ${application}?`,
  /** The application and, if known, its developer come between the parts. */
  asks: ['', ' by ', '', ' wants to access your account. It will be able to:'],
  permissions: [
    'See your name, email address, organizations and workspaces',
    'Add, change and delete anything you can, on your behalf',
  ],
  /** The organization comes between the parts. */
  staysConnected: [
    'Stay connected for you and every member of ',
    ' who allows it. You decide this for the organization',
  ],
  back: ['You will be redirected to ', '. You can remove access at any time in your account.'],
  deny: 'Deny',
  allow: 'Allow',
  signedInAs: (email: string) => `Signed in as ${email}.`,
  notYou: 'Not you?',
  failed: 'The request failed',
  failedText:
    'The application sent an invalid request, so nothing was changed. Tell its developer that the client ID or the redirect URI does not match the registration.',
  notManager: 'You can’t allow this',
  notManagerText: (application: string) =>
    `${application} wants to be whitelisted for an organization. Only the Owner and Admins of that organization can do this.`,
}

export type ConsentWords = typeof english

const german: ConsentWords = {
  title: application => `${application} erlauben?`,
  asks: ['', ', eine Anwendung von ', ',', ' möchte in deinem Namen handeln. Wenn du es erlaubst, kann sie:'],
  permissions: [
    'deinen Namen, deine E-Mail-Adresse, deine Organisationen und Arbeitsflächen sehen',
    'dort in deinem Namen alles hinzufügen, ändern und löschen, was du selbst kannst',
  ],
  staysConnected: [
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
  notManager: 'Das kannst du nicht erlauben',
  notManagerText: application =>
    `${application} möchte für eine Organisation freigegeben werden. Das können nur deren Admins und die Person, der sie gehört, und du bist nicht darunter.`,
}

export const consentWords: Readonly<Record<Language, ConsentWords>> = { en: english, de: german }
