// The messages of the pages for programs without a browser.

import type { Language } from '@tessera/contract/languages'

const english = {
  title: 'Connect a device',
  lead: 'Enter the code that the program shows you, for example in a terminal.',
  code: 'Code',
  codeHint: 'Eight letters, such as BCDF-GHJK',
  continue: 'Continue',
  unknown: 'There is no such code, or it has expired. Check it, or start again in the program.',
  throttled: (minutes: number) => `Too many wrong codes. Try again in ${minutes} min.`,
  allowed: 'You’re connected',
  allowedText: (application: string) => `${application} now has access. You can close this page and return to it.`,
  denied: 'Access denied',
  deniedText: (application: string) => `${application} does not get access. You can close this page.`,
}

const german: typeof english = {
  title: 'Gerät verbinden',
  lead: 'Gib den Code ein, den dir das Programm anzeigt, zum Beispiel in einem Terminal.',
  code: 'Code',
  codeHint: 'Acht Buchstaben, zum Beispiel BCDF-GHJK',
  continue: 'Weiter',
  unknown: 'Diesen Code gibt es nicht, oder er ist abgelaufen. Prüfe ihn oder starte im Programm neu.',
  throttled: minutes => `Zu viele falsche Codes. Versuche es in ${minutes} Min. noch einmal.`,
  allowed: 'Verbunden',
  allowedText: application =>
    `${application} hat jetzt Zugriff. Du kannst diese Seite schließen und zum Programm zurückkehren.`,
  denied: 'Zugriff abgelehnt',
  deniedText: application => `${application} erhält keinen Zugriff. Du kannst diese Seite schließen.`,
}

export const deviceMessages: Readonly<Record<Language, typeof english>> = { en: english, de: german }
