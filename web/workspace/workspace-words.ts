// UI strings of the workspace page. Only the language of the page is loaded: the other one is 5 kB of the first load.

import { defineWords, type SameLines } from '../words/define-words.ts'
import { currentLanguage } from '../words/language.ts'
import { english } from './workspace-words-english.ts'

const tables: { en: typeof english; de: SameLines<typeof english> } = { en: english, de: english }

/** Call it after `startLanguage` and before the first paint. */
export async function loadWorkspaceWords(): Promise<void> {
  if (currentLanguage() === 'de') tables.de = (await import('./workspace-words-german.ts')).german
}

export const useWorkspaceWords = defineWords(tables)

export type WorkspaceWords = ReturnType<typeof useWorkspaceWords>
