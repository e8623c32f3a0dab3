// What every page that the server renders may say, whatever it is about.

import type { Problem } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'

interface PageWords {
  readonly language: string
  readonly toFront: string
  readonly strangeForm: string
  readonly failed: string
  /** What is said above a failure. */
  readonly titles: Partial<Record<Problem['code'], string>>
  /** What is said of it, in place of its own sentence. */
  readonly messages: Partial<Record<Problem['code'], string>>
}

const english: PageWords = {
  language: 'Language',
  toFront: 'Back to the front page',
  strangeForm: 'The form is no longer good. Go back, load the page again, and send it once more.',
  failed: 'This did not work',
  titles: {
    ResourceNotFound: 'There is no such page',
    ForbiddenError: 'This was not done',
    TooManyRequests: 'Too many attempts',
    ServiceUnavailable: 'Please try again in a moment',
    InternalServerError: 'Something went wrong',
  },
  messages: {},
}

const german: PageWords = {
  language: 'Sprache',
  toFront: 'Zurück zur Startseite',
  strangeForm: 'Das Formular gilt nicht mehr. Geh zurück, lade die Seite neu und schick es noch einmal ab.',
  failed: 'Das hat nicht geklappt',
  titles: {
    ResourceNotFound: 'Diese Seite gibt es nicht',
    ForbiddenError: 'Das wurde nicht getan',
    TooManyRequests: 'Zu viele Versuche',
    ServiceUnavailable: 'Bitte versuch es gleich noch einmal',
    InternalServerError: 'Etwas ist schiefgegangen',
  },
  messages: {
    ResourceNotFound: 'Unter dieser Adresse ist nichts.',
    MethodNotAllowed: 'So lässt sich diese Adresse nicht aufrufen.',
    PayloadTooLarge: 'Das ist zu groß.',
    UnsupportedMediaType: 'So lässt sich das nicht lesen.',
    TooManyRequests: 'Warte ein wenig und versuch es dann noch einmal.',
    ServiceUnavailable: 'Der Dienst ist gerade nicht zu erreichen.',
    InternalServerError: 'Der Fehler liegt bei uns. Versuch es noch einmal.',
  },
}

export const pageWords: Readonly<Record<Language, PageWords>> = { en: english, de: german }
