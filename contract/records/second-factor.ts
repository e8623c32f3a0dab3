// The second factors of a user: codes of an authenticator app, passkeys, and recovery codes.

import { Type } from 'typebox'
import { orNull, timestamp } from '../values.ts'

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: timestamp(),
    last_used_at: orNull(timestamp()),
  },
  { named: 'Passkey' },
)

export const SecondFactors = Type.Object(
  {
    totp_enabled_at: orNull(timestamp({ description: 'Since when sign-in takes codes of an authenticator app' })),
    passkeys: Type.Array(Passkey),
    recovery_codes_left: Type.Integer(),
    is_required: Type.Boolean({ description: 'Whether an organization of yours requires a second factor' }),
    can_add_passkeys: Type.Boolean({ description: 'false: the address of the service does not allow passkeys' }),
  },
  { named: 'SecondFactors' },
)

/** What an authenticator app needs. Codes are accepted once the first one has been entered. */
export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'Base32, to be typed into the app' }),
    url: Type.String({ description: 'The same as an otpauth URL' }),
    qr_code: Type.String({ description: 'The URL as a QR code: an SVG document' }),
  },
  { named: 'TotpSetup' },
)

/** Shown once; only hashes are stored. */
export const recoveryCodes = () =>
  Type.Array(Type.String(), { description: 'New recovery codes, each good for one sign-in; empty if there are none' })
