// The rules for a new password.

import { emailKey } from '../../accounts/identity/index.ts'
import { isCommonPassword } from '../../accounts/passwords/index.ts'
import type { Field } from '../../platform/pages/index.ts'
import type { SignInMessages } from './sign-in-messages.ts'

const minCharacters = 8
const maxCharacters = 256

export const newPasswordField = (messages: SignInMessages, label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: messages.passwordHint,
  minLength: minCharacters,
  maxLength: maxCharacters,
})

/** Returns null if the password is accepted. */
export function passwordError(messages: SignInMessages, password: string, email: string): string | null {
  if (password.length < minCharacters) return messages.tooShort
  if (password.length > maxCharacters) return messages.tooLong
  if (emailKey(password) === emailKey(email)) return messages.isEmail
  return isCommonPassword(password) ? messages.isCommon : null
}
