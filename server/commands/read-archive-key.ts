// The key of an encrypted backup: a passphrase from a file, standard input or a prompt, or a key file. Never from the
// command line, where other users of the machine can see it.

import { readFile } from 'node:fs/promises'
import { callersPath } from '@tessera/cli/callers-path'
import { readSecret } from '@tessera/cli/read-secret'
import type { SecretInput } from '@tessera/cli/secret-input'
import type { ArchiveKey } from '../platform/backup/index.ts'
import { UsageError } from './command.ts'

export const archiveKeyOptions = {
  'passphrase-file': 'optional',
  'passphrase-stdin': 'flag',
  'key-file': 'optional',
} as const

export interface ArchiveKeyValues {
  readonly 'passphrase-file'?: string
  readonly 'passphrase-stdin'?: true
  readonly 'key-file'?: string
}

const minPassphraseLength = 12
const minKeyBytes = 32

export const namesArchiveKey = (values: ArchiveKeyValues): boolean => givenOptions(values).length > 0

/** A new passphrase must be long enough, and is prompted for twice. */
export async function readArchiveKey(
  values: ArchiveKeyValues,
  input: SecretInput,
  { isNew }: { isNew: boolean },
): Promise<ArchiveKey> {
  const given = givenOptions(values)
  if (given.length > 1) throw new UsageError(`${given.map(name => `--${name}`).join(' and ')} exclude each other.`)
  const keyFile = values['key-file']
  if (keyFile !== undefined) return { kind: 'key-file', bytes: await readKeyFile(keyFile) }
  const passphrase = await readPassphrase(values, input, isNew)
  if (isNew && passphrase.length < minPassphraseLength)
    throw new UsageError(`The passphrase must have at least ${minPassphraseLength} characters.`)
  return { kind: 'passphrase', passphrase }
}

const givenOptions = (values: ArchiveKeyValues) =>
  (['passphrase-file', 'passphrase-stdin', 'key-file'] as const).filter(name => values[name] !== undefined)

async function readPassphrase(values: ArchiveKeyValues, input: SecretInput, isNew: boolean): Promise<string> {
  const path = values['passphrase-file']
  if (path !== undefined) {
    const passphrase = String(await readOption('passphrase-file', path)).replace(/\r?\n$/, '')
    if (passphrase === '') throw new UsageError(`The file ${path} is empty; it must hold the passphrase.`)
    return passphrase
  }
  const isStdin = values['passphrase-stdin'] === true
  if (!isStdin && !input.isTerminal)
    throw new UsageError('--passphrase-file, --passphrase-stdin or --key-file is required.')
  const passphrase = await readSecret('passphrase', isStdin ? '-' : undefined, input)
  if (isNew && !isStdin && (await input.prompt('Passphrase again: ')) !== passphrase)
    throw new UsageError('The two passphrases differ.')
  return passphrase
}

async function readKeyFile(path: string): Promise<Buffer> {
  const bytes = await readOption('key-file', path)
  if (bytes.length < minKeyBytes)
    throw new UsageError(`The key file ${path} has ${bytes.length} bytes; it must have at least ${minKeyBytes}.`)
  return bytes
}

async function readOption(option: string, path: string): Promise<Buffer> {
  try {
    return await readFile(callersPath(path))
  } catch (error) {
    throw new UsageError(`--${option} names a file that cannot be read: ${(error as Error).message}`)
  }
}
