// The messages of the pages for sign-in, invitations and forgotten passwords.

import type { Language } from '@tessera/contract/languages'

const english = {
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
  enterEmail: 'Enter your email address',
  enterPassword: 'Enter your password',
  wrong: 'Incorrect email or password',
  throttled: (minutes: number) =>
    `Too many attempts. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  signedOut: 'You’re signed out.',
  passwordChanged: 'Your password was changed. Sign in with your new password.',
  expired: 'Your sign-in has expired. Sign in again.',
  forApplication: 'Sign in to continue. You can then review what the application is asking for.',
  forgot: 'Forgot password?',
  forgotLead: 'Enter the email address of your account, and we’ll send you a link to reset your password.',
  mailLink: 'Send reset link',
  toSignIn: 'Back to sign in',
  mailed: 'Check your email',
  mailedText: (email: string) =>
    `If there is an account for ${email}, we’ve sent a link to it. The link works once and expires in an hour.`,
  choose: 'Choose a new password',
  chooseLead: 'This signs you out everywhere and removes every application’s access to your account.',
  newPassword: 'New password',
  setPassword: 'Change password',
  passwordHint: 'At least 8 characters. Several words are easy to remember and hard to guess.',
  tooShort: 'Use at least 8 characters',
  tooLong: 'Use at most 256 characters',
  isEmail: 'Your password can’t be your email address',
  isCommon: 'This is one of the most common passwords. Choose one that is harder to guess.',
  voidLink: 'This link is no longer valid',
  voidLinkText: 'The link works once and expires after an hour.',
  getNewLink: 'Get a new link',
  join: (organization: string) => `Join ${organization}`,
  invited: ['You’ve been invited to ', '.'],
  invitedAs: {
    new: ['Enter your name and choose a password.', 'Create account'],
    known: ['Sign in to accept.', 'Sign in and accept'],
    'signed in': ['', 'Accept'],
  },
  or: 'or',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  noPasswords: 'Password sign-in is turned off.',
  signedOutAt: (provider: string) => `You’re signed out here. You’re being signed out of ${provider}, too.`,
  continue: 'Continue',
  inviteeSignIn: (provider: string) => `Sign in with ${provider} to accept.`,
  recover: 'Get back into your account',
  recoverWithPassword:
    'Choose a new password. This signs you out everywhere, removes your second factors and applications, and signs you in.',
  recoverWithout: 'This signs you out everywhere, removes your second factors and applications, and signs you in.',
  voidRecoveryText: 'The link works once and expires after an hour. Ask the operator of this server for a new one.',
  firstName: 'First name',
  lastName: 'Last name',
  nameErrors: {
    first_name: ['Enter your first name', 'Your first name is too long'],
    last_name: ['Enter your last name', 'Your last name is too long'],
  },
  voidInvitation: 'This invitation is no longer valid',
  voidInvitationText:
    'It was used or withdrawn, or its 14 days are over. Ask the person who invited you for a new one.',
}

export type SignInMessages = typeof english

const german: SignInMessages = {
  signIn: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  enterEmail: 'Gib deine E-Mail-Adresse ein',
  enterPassword: 'Gib dein Passwort ein',
  wrong: 'E-Mail-Adresse oder Passwort ist falsch',
  throttled: minutes =>
    `Zu viele Versuche. Versuche es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
  signedOut: 'Du bist abgemeldet.',
  passwordChanged: 'Dein Passwort wurde geändert. Melde dich mit dem neuen Passwort an.',
  expired: 'Deine Anmeldung ist abgelaufen. Melde dich noch einmal an.',
  forApplication: 'Melde dich an, um fortzufahren. Danach siehst du, worum die Anwendung bittet.',
  forgot: 'Passwort vergessen?',
  forgotLead:
    'Gib die E-Mail-Adresse deines Kontos ein. Wir senden dir einen Link, mit dem du dein Passwort zurücksetzen kannst.',
  mailLink: 'Link senden',
  toSignIn: 'Zurück zur Anmeldung',
  mailed: 'Prüfe deinen Posteingang',
  mailedText: email =>
    `Wenn es ein Konto mit der Adresse ${email} gibt, haben wir einen Link dorthin gesendet. Er ist eine Stunde gültig und funktioniert nur einmal.`,
  choose: 'Neues Passwort wählen',
  chooseLead: 'Damit wirst du überall abgemeldet, und alle Anwendungen verlieren den Zugriff auf dein Konto.',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort ändern',
  passwordHint: 'Mindestens 8 Zeichen. Mehrere Wörter sind leicht zu merken und schwer zu erraten.',
  tooShort: 'Wähle ein Passwort mit mindestens 8 Zeichen',
  tooLong: 'Wähle ein Passwort mit höchstens 256 Zeichen',
  isEmail: 'Wähle ein Passwort, das nicht deine E-Mail-Adresse ist',
  isCommon: 'Das ist eines der häufigsten Passwörter. Wähle eines, das schwerer zu erraten ist.',
  voidLink: 'Dieser Link ist nicht mehr gültig',
  voidLinkText: 'Der Link ist eine Stunde gültig und funktioniert nur einmal.',
  getNewLink: 'Neuen Link anfordern',
  join: organization => `${organization} beitreten`,
  invited: ['Du wurdest zu ', ' eingeladen.'],
  invitedAs: {
    new: ['Gib deinen Namen ein und wähle ein Passwort.', 'Konto erstellen'],
    known: ['Melde dich an, um die Einladung anzunehmen.', 'Anmelden und annehmen'],
    'signed in': ['', 'Annehmen'],
  },
  or: 'oder',
  signInWith: provider => `Mit ${provider} anmelden`,
  noPasswords: 'Die Anmeldung mit Passwort ist deaktiviert.',
  signedOutAt: provider => `Hier bist du abgemeldet. Du wirst auch bei ${provider} abgemeldet.`,
  continue: 'Weiter',
  inviteeSignIn: provider => `Melde dich mit ${provider} an, um die Einladung anzunehmen.`,
  recover: 'Zugriff auf dein Konto wiederherstellen',
  recoverWithPassword:
    'Wähle ein neues Passwort. Du wirst überall abgemeldet, deine zweiten Faktoren und Anwendungen werden entfernt, und du wirst hier angemeldet.',
  recoverWithout:
    'Du wirst überall abgemeldet, deine zweiten Faktoren und Anwendungen werden entfernt, und du wirst hier angemeldet.',
  voidRecoveryText:
    'Der Link ist eine Stunde gültig und funktioniert nur einmal. Bitte den Betreiber dieses Servers um einen neuen.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  nameErrors: {
    first_name: ['Gib deinen Vornamen ein', 'Dein Vorname ist zu lang'],
    last_name: ['Gib deinen Nachnamen ein', 'Dein Nachname ist zu lang'],
  },
  voidInvitation: 'Diese Einladung ist nicht mehr gültig',
  voidInvitationText:
    'Sie wurde bereits verwendet oder zurückgezogen, oder die 14 Tage sind abgelaufen. Bitte die Person, die dich eingeladen hat, um eine neue.',
}

export const signInMessages: Readonly<Record<Language, SignInMessages>> = { en: english, de: german }
