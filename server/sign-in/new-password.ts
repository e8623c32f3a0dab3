// What a new password must be.

import type { Field } from '../pages/form-parts.ts'
import { emailKey } from '../users/email-key.ts'

const leastCharacters = 8
const mostCharacters = 256

export const newPasswordField = (label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters. Several words are easy to keep in mind and hard to guess.',
  minLength: leastCharacters,
  maxLength: mostCharacters,
})

/** Null where it is fine. */
export function passwordFault(password: string, email: string): string | null {
  if (password.length < leastCharacters) return 'Choose a password of at least 8 characters'
  if (password.length > mostCharacters) return 'Choose a password of at most 256 characters'
  return emailKey(password) === emailKey(email) ? 'Choose a password that is not your email address' : null
}
