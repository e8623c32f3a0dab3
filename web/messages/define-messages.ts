// The UI strings of a part of a page in every language: a table that does not compile if a language lacks an entry. Each
// folder has its own (`<folder>-messages.ts`). An entry is a text, or a function if it contains a number or a name.
//
//   export const useHomeMessages = defineMessages({ en: { found: (count: number) => `${count} found` }, de: { … } })
//   const messages = useHomeMessages()         in a component, which renders again when the language changes
//   useHomeMessages.now().found(3)             outside of components

import { currentLanguage, type Language, useLanguage } from './language.ts'

/** An object with the same entries as the English one, with other texts. */
export type SameLines<Lines> = {
  readonly [Name in keyof Lines]: Lines[Name] extends (...args: infer Args) => infer Said
    ? (...args: Args) => Said extends string ? string : Said
    : Lines[Name] extends string
      ? string
      : SameLines<Lines[Name]>
}

export interface MessagesOf<Lines> {
  (): SameLines<Lines>
  now(): SameLines<Lines>
}

type Tables<Lines> = { readonly en: Lines } & { readonly [Other in Exclude<Language, 'en'>]: SameLines<Lines> }

export function defineMessages<const Lines>(tables: Tables<Lines>): MessagesOf<Lines> {
  const messagesIn = (language: Language) => tables[language] as SameLines<Lines>
  return Object.assign(() => messagesIn(useLanguage()), { now: () => messagesIn(currentLanguage()) })
}
