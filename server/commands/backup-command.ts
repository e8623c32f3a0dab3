// Backs up all data into one archive, and restores it.

import { callersPath } from '@tessera/cli/callers-path'
import { backUp, isEncryptedArchive, type Manifest, restore as restoreArchive } from '../platform/backup/index.ts'
import { sealAll } from '../platform/secrets/index.ts'
import { defineCommand, UsageError } from './command.ts'
import { archiveKeyOptions, namesArchiveKey, readArchiveKey } from './read-archive-key.ts'

const keyUsage = '[--passphrase-file <file> | --passphrase-stdin | --key-file <file>]'

export const backup = defineCommand({
  usage: `backup <file> [--encrypt] ${keyUsage}`,
  summary:
    'writes all data and files to an archive; the server can keep running. With --encrypt it is encrypted with a ' +
    'passphrase from a prompt, a file or standard input, or with a key file of at least 32 random bytes',
  options: { encrypt: 'flag', ...archiveKeyOptions },
  positional: 'file',
  async run({ db, files }, values, file, input) {
    const isEncrypted = values.encrypt === true || namesArchiveKey(values)
    const key = isEncrypted ? await readArchiveKey(values, input, { isNew: true }) : undefined
    const manifest = await backUp(db, files, callersPath(file), { key })
    return `Backed up to ${file}, ${isEncrypted ? 'encrypted' : 'not encrypted'}: ${describeContents(manifest)}.`
  },
})

export const restore = defineCommand({
  usage: `restore <file> ${keyUsage}`,
  summary: 'restores an archive into an empty database; for an encrypted one it asks for the passphrase',
  options: archiveKeyOptions,
  positional: 'file',
  createsData: true,
  async run({ db, storage, sealedSecrets }, values, file, input) {
    const path = callersPath(file)
    const isEncrypted = await isEncryptedArchive(path)
    // Otherwise anyone who can replace the archive could also remove its encryption.
    if (!isEncrypted && namesArchiveKey(values)) throw new UsageError(`${file} is not encrypted: omit the key.`)
    const key = isEncrypted ? await readArchiveKey(values, input, { isNew: false }) : undefined
    const finish = async (tx: Parameters<typeof sealAll>[0]) => void (await sealAll(tx, sealedSecrets))
    return `Restored: ${describeContents(await restoreArchive(db, storage, path, { key, finish }))}.`
  },
})

function describeContents({ tables }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.count, 0)
  return `${rows} rows and the files they refer to`
}
