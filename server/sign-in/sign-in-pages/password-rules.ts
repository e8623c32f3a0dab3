// The rules for a new password.

import { emailKey } from '../../accounts/identity/index.ts'
import { isCommonPassword } from '../../accounts/passwords/index.ts'
import type { Field } from '../../platform/pages/index.ts'
import type { SignInWords } from './sign-in-words.ts'

const minCharacters = 8
const maxCharacters = 256

export const newPasswordField = (words: SignInWords, label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: words.passwordHint,
  minLength: minCharacters,
  maxLength: maxCharacters,
})

/** Returns null if the password is accepted. */
export function passwordError(words: SignInWords, password: string, email: string): string | null {
  if (password.length < minCharacters) return words.tooShort
  if (password.length > maxCharacters) return words.tooLong
  if (emailKey(password) === emailKey(email)) return words.isEmail
  return isCommonPassword(password) ? words.isCommon : null
}
