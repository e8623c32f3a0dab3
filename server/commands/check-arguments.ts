// Checks the arguments of commands. Each error says what is accepted.

import { findUserByEmail, type UserRow } from '../accounts/identity/index.ts'
import { isCommonPassword } from '../accounts/passwords/index.ts'
import type { Reader } from '../platform/sql/index.ts'
import { UsageError } from './command.ts'

export function requireEmail(option: string, email: string): string {
  if (email.length > 254 || !/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(email))
    throw new UsageError(`--${option} must be an email address, but is "${email}".`)
  return email
}

export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length === 0 || trimmed.length > 255) throw new UsageError('--name must have 1 to 255 characters.')
  return trimmed
}

export function requirePassword(password: string, email: string): string {
  if (password.length < 8 || password.length > 256) throw new UsageError('--password must have 8 to 256 characters.')
  if (password.toLowerCase() === email.toLowerCase()) throw new UsageError('--password must not be the email address.')
  if (isCommonPassword(password)) throw new UsageError('--password is one of the most common passwords.')
  return password
}

export async function getUser(db: Reader, option: string, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, requireEmail(option, email))
  if (!user) throw new UsageError(`There is no user with the address ${email}.`)
  return user
}
