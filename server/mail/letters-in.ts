// The mails in the languages that they are written in.

import type { Language } from '@tessera/contract/languages'
import { englishLetters } from './english-letters.ts'
import { germanLetters } from './german-letters.ts'
import type { Letters } from './letters.ts'

export const lettersIn: Readonly<Record<Language, Letters>> = { en: englishLetters, de: germanLetters }
