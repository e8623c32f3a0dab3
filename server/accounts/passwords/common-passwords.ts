// The most common passwords, which attackers try first. They are refused whenever a password is set. The list is read
// when it is first needed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const isCommonPassword = (password: string): boolean => list().has(keyOf(password))

const keyOf = (password: string) => password.normalize('NFKC').toLowerCase()

let known: ReadonlySet<string> | undefined

function list(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('# ')),
  )
  return known
}
