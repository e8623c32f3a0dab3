// Passkeys (WebAuthn): registered in a browser session, and verified at sign-in. @simplewebauthn/server does the
// cryptography.

import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import { takeOnce } from '../challenges/index.ts'
import { type ChallengeKeys, isPasskeyChallenge, newPasskeyChallenge, rememberSeconds } from './passkey-challenge.ts'
import { findPasskey, type PasskeyRow, updatePasskey } from './passkey-store.ts'
import { findRelyingParty, type RelyingParty } from './relying-party.ts'

/** A browser on a page of the server. */
export interface PasskeyBrowser extends ChallengeKeys {
  readonly publicUrl: string
  readonly now: string
}

/** Ed25519, ES256 and RS256: one of them is supported by every authenticator. */
const algorithms = [-8, -7, -257]

/** Options for navigator.credentials.create, with the challenge that the new passkey has to sign. */
export const registrationOptions = (
  { name, id }: RelyingParty,
  user: { readonly id: number; readonly email: string; readonly name: string },
  existing: readonly PasskeyRow[],
) =>
  generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(one => ({ id: one.id, transports: transportsOf(one) })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** Returns the columns of the new passkey, or null if the response is not valid. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'> | null> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  return {
    id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: storedCounter(credential.counter),
    transports: JSON.stringify(credential.transports ?? []),
  }
}

/**
 * Options for navigator.credentials.get; null if there can be no passkeys. Without `allowed`, any passkey of this
 * service can sign.
 */
export async function authenticationOptions(
  { publicUrl, now, ...keys }: PasskeyBrowser,
  allowed?: readonly PasskeyRow[],
): Promise<object | null> {
  const party = findRelyingParty(publicUrl)
  if (!party || allowed?.length === 0) return null
  return await generateAuthenticationOptions({
    rpID: party.id,
    challenge: newPasskeyChallenge(keys, now),
    // Without a password, the passkey has to count as both factors.
    userVerification: allowed ? 'preferred' : 'required',
    ...(allowed && { allowCredentials: allowed.map(one => ({ id: one.id, transports: transportsOf(one) })) }),
  })
}

export interface PasskeyProof {
  readonly passkey: PasskeyRow
  readonly isUserVerified: boolean
  readonly counter: number
  readonly challenge: string
}

/**
 * Checks the signature. `text` is the AuthenticationResponseJSON of the browser. Returns null if the proof is not
 * valid.
 */
export async function verifyPasskey(db: Reader, text: string, browser: PasskeyBrowser): Promise<PasskeyProof | null> {
  const party = findRelyingParty(browser.publicUrl)
  const response = readResponse(text)
  const passkey = response && (await findPasskey(db, response.id))
  if (!party || !response || !passkey) return null
  let challenge = ''
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: signed => {
      challenge = signed
      return isPasskeyChallenge(signed, browser, browser.now)
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: {
      id: passkey.id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: transportsOf(passkey),
    },
  }).catch(() => null)
  if (!verified?.verified) return null
  const { userVerified: isUserVerified, newCounter } = verified.authenticationInfo
  return { passkey, isUserVerified, counter: storedCounter(newCounter), challenge }
}

/** Uses up the proof. False if it was used before, or if the passkey was removed or used meanwhile. */
export async function acceptPasskey(tx: Tx, { passkey, counter, challenge }: PasskeyProof, now: string) {
  const { id, user_id } = passkey
  const current = await findPasskey(tx, id)
  if (current?.user_id !== user_id || current.counter !== passkey.counter) return false
  const used = { purpose: 'used-passkey', key: hashSecret(challenge), lifeSeconds: rememberSeconds, now }
  if (!(await takeOnce(tx, used))) return false
  return await updatePasskey(tx, passkey, { counter, last_used_at: now })
}

function readResponse(text: string): AuthenticationResponseJSON | null {
  try {
    const parsed = JSON.parse(text) as AuthenticationResponseJSON
    return typeof parsed?.id === 'string' && typeof parsed.response === 'object' ? parsed : null
  } catch {
    return null
  }
}

const transportsOf = ({ transports }: PasskeyRow) => JSON.parse(transports) as string[]

/** The column is a signed 32-bit integer, but a counter is unsigned. */
const storedCounter = (counter: number) => Math.min(counter, 2_147_483_647)
