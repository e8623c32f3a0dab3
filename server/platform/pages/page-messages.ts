// The messages that all pages rendered by the server share.

import type { Problem } from '@tessera/contract'
import type { Language } from '@tessera/contract/languages'

interface PageMessages {
  readonly language: string
  readonly backToHome: string
  readonly expiredForm: string
  readonly failed: string
  /** Titles of the error page. */
  readonly titles: Partial<Record<Problem['code'], string>>
  /** Messages of the error page, instead of the problem's own message. */
  readonly messages: Partial<Record<Problem['code'], string>>
}

const english: PageMessages = {
  language: 'Language',
  backToHome: 'Back to home',
  expiredForm: 'This form has expired. Go back, reload the page and try again.',
  failed: 'This didn’t work',
  titles: {
    ResourceNotFound: 'Page not found',
    ForbiddenError: 'You can’t do this',
    TooManyRequests: 'Too many attempts',
    ServiceUnavailable: 'Temporarily unavailable',
    InternalServerError: 'Something went wrong',
  },
  messages: {},
}

const german: PageMessages = {
  language: 'Sprache',
  backToHome: 'Zurück zur Startseite',
  expiredForm: 'Das Formular gilt nicht mehr. Geh zurück, lade die Seite neu und schick es noch einmal ab.',
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

export const pageMessages: Readonly<Record<Language, PageMessages>> = { en: english, de: german }
