// Replaces the keys of the server, for example after a backup has leaked, and says what becomes invalid.

import { rotateSigningKey } from '../accounts/tokens/index.ts'
import { rotateSecret, rotateSecretPair, sealAll } from '../platform/secrets/index.ts'
import { defineCommand } from './command.ts'

export const rotateKeys = defineCommand({
  usage: 'rotate-keys [--revoke]',
  summary:
    'replaces the keys that sign access tokens, file addresses, refresh tokens and passkey challenges, and encrypts all secrets with the ' +
    'current SECRET_KEY. With --revoke access tokens that were signed so far become invalid at once',
  options: { revoke: 'flag' },
  async run({ db, sealedSecrets }, { revoke: isRevoking = false }) {
    const count = await db.write(async tx => {
      const resealed = await sealAll(tx, sealedSecrets)
      await rotateSigningKey(tx, sealedSecrets, { now: Date.now(), isRevoking })
      await rotateSecret(tx, sealedSecrets, 'file-addresses')
      await rotateSecretPair(tx, sealedSecrets, 'refresh-tokens')
      await rotateSecret(tx, sealedSecrets, 'passkey-challenges')
      return resealed
    })
    return [
      isRevoking
        ? 'Signing key: replaced. Access tokens signed so far are invalid; applications get new ones with their refresh tokens.'
        : 'Signing key: replaced. Access tokens signed so far stay valid until they expire, in 15 days at most.',
      'File addresses: key replaced. Addresses issued so far are invalid; pages that are open must be reloaded.',
      'Refresh tokens: key replaced. Refresh tokens issued so far stay valid.',
      'Passkey challenges: key replaced. Sign-in pages that are open must be reloaded.',
      sealedSecrets.hasKey
        ? `Stored secrets: all encrypted with the current SECRET_KEY (${count} were not).`
        : 'Stored secrets: not encrypted, because SECRET_KEY is not set.',
      'Webhook secrets: unchanged; the owner of a listener rotates its secret.',
      'Restart every server now: a running one uses the old keys until then.',
    ].join('\n')
  },
})
