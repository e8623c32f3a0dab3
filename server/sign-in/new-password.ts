// What a new password must be.

import { emailKey } from '../identity/email-key.ts'
import type { Field } from '../pages/form-parts.ts'
import type { SignInWords } from './sign-in-words.ts'

const leastCharacters = 8
const mostCharacters = 256

export const newPasswordField = (words: SignInWords, label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: words.passwordHint,
  minLength: leastCharacters,
  maxLength: mostCharacters,
})

/** Null where it is fine. */
export function passwordFault(words: SignInWords, password: string, email: string): string | null {
  if (password.length < leastCharacters) return words.tooShort
  if (password.length > mostCharacters) return words.tooLong
  return emailKey(password) === emailKey(email) ? words.isEmail : null
}
