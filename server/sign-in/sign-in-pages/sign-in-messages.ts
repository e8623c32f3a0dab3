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
  wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht',
  throttled: minutes =>
    `Es waren zu viele Versuche. Versuch es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
  signedOut: 'Du bist abgemeldet.',
  passwordChanged: 'Dein Passwort wurde geändert. Melde dich damit an.',
  expired: 'Die Anmeldung hat zu lange gedauert. Melde dich noch einmal an.',
  forApplication:
    'Eine Anwendung möchte in deinem Namen handeln. Melde dich zuerst an; was sie möchte, siehst du danach.',
  forgot: 'Passwort vergessen?',
  forgotLead: 'Nenn uns die E-Mail-Adresse deines Kontos, und wir schicken dir einen Link für ein neues Passwort.',
  mailLink: 'Link schicken',
  toSignIn: 'Zurück zur Anmeldung',
  mailed: 'Sieh in deine Mail',
  mailedText: email =>
    `Falls ${email} zu einem Konto gehört, ist ein Link dorthin unterwegs. Er gilt einmal, eine Stunde lang.`,
  choose: 'Neues Passwort wählen',
  chooseLead: 'Damit endet jede Sitzung, und keine Anwendung hat mehr Zugang zu deinem Konto.',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort setzen',
  passwordHint: 'Mindestens 8 Zeichen. Mehrere Wörter sind leicht zu merken und schwer zu erraten.',
  tooShort: 'Wähle ein Passwort mit mindestens 8 Zeichen',
  tooLong: 'Wähle ein Passwort mit höchstens 256 Zeichen',
  isEmail: 'Wähle ein Passwort, das nicht deine E-Mail-Adresse ist',
  isCommon: 'Das ist eines der häufigsten Passwörter. Wähle eines, das schwerer zu erraten ist.',
  voidLink: 'Dieser Link gilt nicht mehr',
  voidLinkText: 'Solche Links gelten einmal, eine Stunde lang.',
  getNewLink: 'Einen neuen anfordern',
  join: organization => `${organization} beitreten`,
  invited: ['Du bist zu ', ' eingeladen.'],
  invitedAs: {
    new: ['Sag uns deinen Namen und wähle ein Passwort.', 'Annehmen und loslegen'],
    known: ['Melde dich an, um anzunehmen.', 'Anmelden und annehmen'],
    'signed in': ['', 'Annehmen'],
  },
  or: 'oder',
  signInWith: provider => `Mit ${provider} anmelden`,
  noPasswords: 'Hier meldet sich niemand mit einem Passwort an.',
  signedOutAt: provider => `Hier bist du abgemeldet. Du wirst auch bei ${provider} abgemeldet.`,
  continue: 'Weiter',
  inviteeSignIn: provider => `Melde dich mit ${provider} an, um anzunehmen.`,
  recover: 'Zurück in dein Konto',
  recoverWithPassword:
    'Wähle ein neues Passwort. Damit endet jede Sitzung, deine zweiten Faktoren und Anwendungen werden entfernt, und du bist angemeldet.',
  recoverWithout:
    'Damit endet jede Sitzung, deine zweiten Faktoren und Anwendungen werden entfernt, und du bist angemeldet.',
  voidRecoveryText:
    'Solche Links gelten einmal, eine Stunde lang. Bitte die Person, die diesen Server betreibt, um einen neuen.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  nameErrors: {
    first_name: ['Gib deinen Vornamen ein', 'Dein Vorname ist zu lang'],
    last_name: ['Gib deinen Nachnamen ein', 'Dein Nachname ist zu lang'],
  },
  voidInvitation: 'Diese Einladung gilt nicht mehr',
  voidInvitationText:
    'Einladungen gelten einmal, 14 Tage lang, und können zurückgezogen werden. Bitte die Person, die dich eingeladen hat, um eine neue.',
}

export const signInMessages: Readonly<Record<Language, SignInMessages>> = { en: english, de: german }
