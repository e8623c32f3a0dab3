// Passwords.

export { isCommonPassword } from './common-passwords.ts'
export { isOwnPassword } from './password-check.ts'
export { hashPassword, isPassword } from './password-hash.ts'
