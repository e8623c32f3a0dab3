// The messages of the pages of single sign-on.

import type { Language } from '@tessera/contract/languages'
import type { Refusal } from './find-account.ts'

const english = {
  failed: (provider: string) => `Signing in with ${provider} failed`,
  failures: {
    expired: 'The sign-in took too long or was started in another tab or browser.',
    denied: (provider: string) => `${provider} did not confirm the sign-in.`,
    invalid: (provider: string) =>
      `The response of ${provider} could not be accepted. If this happens again, tell the operator of this server.`,
  },
  away: (provider: string) => `${provider} can’t be reached`,
  awayText: (provider: string) => `Signing in with ${provider} isn’t possible right now. Try again in a moment.`,
  tryAgain: 'Try again',
  refusals: {
    unverified: (provider: string) =>
      `${provider} has not verified your email address. Verify it there, then sign in again.`,
    domain: () => 'Addresses of this domain can’t sign in here. Sign in with the account of your organization.',
    unknown: () => 'There is no account for this address. Ask an administrator of your organization to invite you.',
    locked: () => 'This account is locked. Ask an administrator of your organization.',
    otherIdentity: (provider: string) =>
      `This account belongs to another identity at ${provider}. Ask the operator of this server to reset the account.`,
    secondFactor: (provider: string) =>
      `This account has a second factor. Sign in with it once to link the account to ${provider}.`,
  } satisfies Record<Refusal, (provider: string) => string>,
  otherAccount: 'Back to sign in',
}

type SingleSignOnMessages = typeof english

const german: SingleSignOnMessages = {
  failed: provider => `Die Anmeldung mit ${provider} ist fehlgeschlagen`,
  failures: {
    expired: 'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Tab oder Browser gestartet.',
    denied: provider => `${provider} hat die Anmeldung nicht bestätigt.`,
    invalid: provider =>
      `Die Antwort von ${provider} war ungültig. Wenn das erneut passiert, wende dich an den Betreiber dieses Servers.`,
  },
  away: provider => `${provider} ist nicht erreichbar`,
  awayText: provider => `Die Anmeldung mit ${provider} ist gerade nicht möglich. Versuche es gleich noch einmal.`,
  tryAgain: 'Erneut versuchen',
  refusals: {
    unverified: provider =>
      `${provider} hat deine E-Mail-Adresse nicht bestätigt. Bestätige sie dort und melde dich dann noch einmal an.`,
    domain: () =>
      'Adressen dieser Domain können sich hier nicht anmelden. Melde dich mit dem Konto deiner Organisation an.',
    unknown: () => 'Für diese Adresse gibt es kein Konto. Bitte einen Admin deiner Organisation, dich einzuladen.',
    locked: () => 'Dieses Konto ist gesperrt. Wende dich an einen Admin deiner Organisation.',
    otherIdentity: provider =>
      `Dieses Konto gehört zu einer anderen Identität bei ${provider}. Bitte den Betreiber dieses Servers, es zurückzusetzen.`,
    secondFactor: provider =>
      `Dieses Konto hat einen zweiten Faktor. Melde dich einmal damit an, um das Konto mit ${provider} zu verknüpfen.`,
  },
  otherAccount: 'Zurück zur Anmeldung',
}

export const singleSignOnMessages: Readonly<Record<Language, SingleSignOnMessages>> = { en: english, de: german }
