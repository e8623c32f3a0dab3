// What a part of a page says, in every language: a table that does not compile where a language lacks a line. Each folder
// keeps its own (`<folder>-words.ts`), a line is a text, or a function where a number or a name stands in it.
//
//   export const useHomeWords = defineWords({ en: { found: (count: number) => `${count} found` }, de: { … } })
//   const words = useHomeWords()               in a component: it is rendered anew when the language changes
//   useHomeWords.now().found(3)                elsewhere

import { currentLanguage, type Language, useLanguage } from './language.ts'

/** The same lines as in English, saying something else. */
export type SameLines<Lines> = {
  readonly [Name in keyof Lines]: Lines[Name] extends (...args: infer Args) => infer Said
    ? (...args: Args) => Said extends string ? string : Said
    : Lines[Name] extends string
      ? string
      : SameLines<Lines[Name]>
}

export interface WordsOf<Lines> {
  (): SameLines<Lines>
  now(): SameLines<Lines>
}

type Tables<Lines> = { readonly en: Lines } & { readonly [Other in Exclude<Language, 'en'>]: SameLines<Lines> }

export function defineWords<const Lines>(tables: Tables<Lines>): WordsOf<Lines> {
  const inLanguage = (language: Language) => tables[language] as SameLines<Lines>
  return Object.assign(() => inLanguage(useLanguage()), { now: () => inLanguage(currentLanguage()) })
}
