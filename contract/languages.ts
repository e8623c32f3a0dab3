// The languages of the pages, both the built ones and those that the server renders. The API itself is in English.

/** Each language by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** The cookie with the chosen language, for every page. */
export const languageCookie = 'tessera-language'
export const languageCookieSeconds = 31_536_000

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text)

/** `de-AT` gives `de`. */
export const preferredLanguage = (preferred: readonly string[]): Language =>
  preferred.map(tag => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
