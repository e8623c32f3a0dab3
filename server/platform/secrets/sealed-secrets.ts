// Encrypts secrets before they are stored, with keys derived from SECRET_KEY. Without that setting they are stored as they
// are. A sealed value names its key, so that SECRET_KEY_PREVIOUS can open what was sealed before the key was changed.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

/** The purpose of a secret. It is part of the encryption: a value that is moved to another column cannot be opened. */
export type SecretPurpose =
  | 'server-secret'
  | 'signing-key'
  | 'webhook-secret'
  | 'totp-secret'
  | 'identity-token'
  | 'import-token'

export interface SealedSecrets {
  /** Returns the text itself if there is no SECRET_KEY. */
  seal(text: string, purpose: SecretPurpose): string
  /** Returns text that is not sealed unchanged. Throws SecretKeyError. */
  open(stored: string, purpose: SecretPurpose): string
  /** Whether `seal` would store it the same way: with the current key, or without encryption if there is none. */
  isCurrent(stored: string): boolean
  readonly hasKey: boolean
}

export interface SecretKeySettings {
  readonly secretKey?: string | undefined
  readonly previousSecretKey?: string | undefined
}

/** A stored secret cannot be decrypted. The message names the setting and becomes the reason why the server cannot start. */
export class SecretKeyError extends Error {
  override name = 'SecretKeyError'
}

const prefix = 'sealed:1:'
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function openSealedSecrets({ secretKey, previousSecretKey }: SecretKeySettings): SealedSecrets {
  const current = secretKey === undefined ? null : new SealingKey(secretKey)
  const previous = previousSecretKey === undefined ? null : new SealingKey(previousSecretKey)
  const known = [current, previous].filter(key => key !== null)

  return {
    hasKey: current !== null,
    seal: (text, purpose) => (current ? `${prefix}${current.id}:${current.encrypt(text, purpose)}` : text),
    open(stored, purpose) {
      if (!isSealed(stored)) return stored
      const [id = '', content = ''] = stored.slice(prefix.length).split(':')
      const key = known.find(one => one.id === id)
      if (!key) throw unknownKey(known.length > 0)
      return key.decrypt(content, purpose)
    },
    isCurrent: stored => (current ? stored.startsWith(`${prefix}${current.id}:`) : !isSealed(stored)),
  }
}

const isSealed = (stored: string) => stored.startsWith(prefix)

const unknownKey = (hasKeys: boolean) =>
  new SecretKeyError(
    hasKeys
      ? 'the secrets in the database are encrypted with another key: set SECRET_KEY to that key, or SECRET_KEY_PREVIOUS if the key is being changed'
      : 'the secrets in the database are encrypted, but SECRET_KEY is not set: set it to the key they were encrypted with',
  )

class SealingKey {
  readonly id: string
  readonly #secretKey: string
  readonly #keys = new Map<SecretPurpose, KeyObject>()

  constructor(secretKey: string) {
    this.#secretKey = secretKey
    this.id = Buffer.from(derive(secretKey, 'id', 6)).toString('hex')
  }

  encrypt(text: string, purpose: SecretPurpose): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#keyFor(purpose), nonce).setAAD(Buffer.from(purpose))
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  decrypt(content: string, purpose: SecretPurpose): string {
    const bytes = Buffer.from(content, 'base64url')
    const nonce = bytes.subarray(0, nonceBytes)
    try {
      const decipher = createDecipheriv(algorithm, this.#keyFor(purpose), nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
    } catch (error) {
      throw new SecretKeyError(`a stored secret (${purpose}) is damaged: it cannot be decrypted with its SECRET_KEY`, {
        cause: error,
      })
    }
  }

  #keyFor(purpose: SecretPurpose): KeyObject {
    return this.#keys.getOrInsertComputed(purpose, () =>
      createSecretKey(Buffer.from(derive(this.#secretKey, `seal ${purpose}`, 32))),
    )
  }
}

const derive = (secretKey: string, use: string, bytes: number) =>
  hkdfSync('sha256', secretKey, '', `tessera secret key: ${use}`, bytes)
