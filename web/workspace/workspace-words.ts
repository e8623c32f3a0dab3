// UI strings of the workspace page.

import { defineWords } from '../words/define-words.ts'
import { english } from './workspace-words-english.ts'
import { german } from './workspace-words-german.ts'

export const useWorkspaceWords = defineWords({ en: english, de: german })

export type WorkspaceWords = ReturnType<typeof useWorkspaceWords>
