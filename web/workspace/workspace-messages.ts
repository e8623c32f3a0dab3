// UI strings of the workspace page. Only the language of the page is loaded: the other one is 5 kB of the first load.

import { defineMessages, type SameLines } from '../messages/define-messages.ts'
import { currentLanguage } from '../messages/language.ts'
import { english } from './workspace-messages-english.ts'

const tables: { en: typeof english; de: SameLines<typeof english> } = { en: english, de: english }

/** Call it after `startLanguage` and before the first paint. */
export async function loadWorkspaceMessages(): Promise<void> {
  if (currentLanguage() === 'de') tables.de = (await import('./workspace-messages-german.ts')).german
}

export const useWorkspaceMessages = defineMessages(tables)

export type WorkspaceMessages = ReturnType<typeof useWorkspaceMessages>
