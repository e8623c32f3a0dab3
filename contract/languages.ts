// The languages that pages speak, those that were built and those that the server renders. The API itself speaks English.

/** Each by the name its speakers use. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** In which a browser keeps what its person has chosen, for every page. */
export const languageCookie = 'tessera-language'
export const languageCookieSeconds = 31_536_000

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text)

/** `de-AT` is answered in `de`. */
export const preferredLanguage = (preferred: readonly string[]): Language =>
  preferred.map(tag => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
