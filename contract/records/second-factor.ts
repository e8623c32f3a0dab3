// The second factors of a user: codes of an authenticator app, passkeys, and recovery codes.

import { Type } from 'typebox'
import { flag, orNull, text, timestamp, whole } from '../values.ts'

export const Passkey = Type.Object(
  {
    id: text('Identifies the passkey'),
    name: text('Name of the passkey'),
    created_at: timestamp({ description: 'When it was added' }),
    last_used_at: orNull(timestamp({ description: 'When you last signed in with it; null if never' })),
  },
  { named: 'Passkey', description: 'A passkey of a user' },
)

export const SecondFactors = Type.Object(
  {
    totp_enabled_at: orNull(timestamp({ description: 'When the authenticator app was turned on; null if it is off' })),
    passkeys: Type.Array(Passkey, { description: 'Your passkeys' }),
    recovery_codes_left: whole('Number of unused recovery codes'),
    is_required: flag('Whether an organization of yours requires a second factor'),
    can_add_passkeys: flag('False: the address of the service does not allow passkeys'),
  },
  { named: 'SecondFactors', description: 'The second factors of a user' },
)

/** What an authenticator app needs. Codes are accepted once the first one has been entered. */
export const TotpSetup = Type.Object(
  {
    secret: text('Base32, to be typed into the app'),
    url: text('The same as an otpauth URL'),
    qr_code: text('The URL as a QR code: an SVG document'),
  },
  { named: 'TotpSetup', description: 'The secret to set up an authenticator app' },
)

/** Shown once; only hashes are stored. */
export const recoveryCodes = () =>
  Type.Array(Type.String(), { description: 'New recovery codes, each good for one sign-in; empty if there are none' })
