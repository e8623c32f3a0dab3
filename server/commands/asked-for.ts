// What commands are told on the command line, checked: every fault is a sentence that says what is wanted.

import type { Reader } from '../db/database.ts'
import { findUserByEmail, type UserRow } from '../users/people.ts'
import { BadCommand } from './command.ts'

export function askEmail(option: string, email: string): string {
  if (email.length > 254 || !/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(email))
    throw new BadCommand(`--${option} must be an email address, and "${email}" is none.`)
  return email
}

export function askName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length === 0 || trimmed.length > 255) throw new BadCommand('--name must have 1 to 255 characters.')
  return trimmed
}

export function askPassword(password: string, email: string): string {
  if (password.length < 8 || password.length > 256) throw new BadCommand('--password must have 8 to 256 characters.')
  if (password.toLowerCase() === email.toLowerCase()) throw new BadCommand('--password must not be the email address.')
  return password
}

export async function getUser(db: Reader, option: string, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, askEmail(option, email))
  if (!user) throw new BadCommand(`There is no user with the address ${email}.`)
  return user
}
