// The mail texts of each language.

import type { Language } from '@tessera/contract/languages'
import { englishMailTexts } from './english-mail-texts.ts'
import { germanMailTexts } from './german-mail-texts.ts'
import type { MailTexts } from './mail-texts.ts'

export const mailTextsByLanguage: Readonly<Record<Language, MailTexts>> = { en: englishMailTexts, de: germanMailTexts }
