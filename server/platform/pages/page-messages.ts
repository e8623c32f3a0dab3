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
  expiredForm: 'Das Formular ist abgelaufen. Geh zurück, lade die Seite neu und versuche es noch einmal.',
  failed: 'Das hat nicht funktioniert',
  titles: {
    ResourceNotFound: 'Seite nicht gefunden',
    ForbiddenError: 'Das ist nicht erlaubt',
    TooManyRequests: 'Zu viele Versuche',
    ServiceUnavailable: 'Vorübergehend nicht verfügbar',
    InternalServerError: 'Etwas ist schiefgegangen',
  },
  messages: {
    ResourceNotFound: 'Unter dieser Adresse gibt es keine Seite.',
    MethodNotAllowed: 'So lässt sich diese Adresse nicht aufrufen.',
    PayloadTooLarge: 'Das ist zu groß.',
    UnsupportedMediaType: 'Dieses Format wird nicht unterstützt.',
    TooManyRequests: 'Warte kurz und versuche es dann noch einmal.',
    ServiceUnavailable: 'Der Server ist zurzeit nicht verfügbar. Versuche es gleich noch einmal.',
    InternalServerError: 'Der Fehler liegt bei uns. Versuche es noch einmal.',
  },
}

export const pageMessages: Readonly<Record<Language, PageMessages>> = { en: english, de: german }
