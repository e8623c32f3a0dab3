// A user's second factors. All of it is only for browser sessions; changes need a recent sign-in.

import { Type } from 'typebox'
import { caller, get, Message, post, put, remove } from '../operation.ts'
import { Passkey, recoveryCodes, SecondFactors, TotpSetup } from '../records/index.ts'
import { optional } from '../values.ts'

/** A PublicKeyCredentialCreationOptionsJSON, which only the browser reads. */
const CreationOptions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Options for `navigator.credentials.create`, as JSON',
})

const passkeyName = () => Type.String({ minLength: 1, maxLength: 64, trim: true, description: 'Name of the passkey' })

export const secondFactors = {
  get: get('/session/second-factors', {
    title: 'Get My Second Factors',
    description: 'Returns your second factors: authenticator app, passkeys, and how many recovery codes are left.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Type.Object({ second_factors: SecondFactors }),
    errors: 'A',
  }),
  startTotp: post('/session/totp', {
    title: 'Set up an Authenticator App',
    description:
      'Creates a secret for an authenticator app. It takes effect once you send the first code. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Type.Object({ totp: TotpSetup }),
    errors: 'A',
  }),
  enableTotp: put('/session/totp', {
    title: 'Turn on an Authenticator App',
    description:
      'Turns on the authenticator app. The request needs the first code that the app shows. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    body: Type.Object({ code: Type.String({ maxLength: 32, description: 'The code that the app shows now' }) }),
    reply: Type.Object({ recovery_codes: recoveryCodes() }),
    errors: 'A',
  }),
  disableTotp: remove('/session/totp', {
    title: 'Turn off the Authenticator App',
    description: 'Turns off the authenticator app. Sign-in no longer asks for its codes. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Message,
    errors: 'A',
  }),
  renewRecoveryCodes: post('/session/recovery-codes', {
    title: 'Renew My Recovery Codes',
    description: 'Replaces your recovery codes with ten new ones. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Type.Object({ recovery_codes: recoveryCodes() }),
    errors: 'A',
  }),
}

export const passkeys = {
  prepare: post('/session/passkeys/options', {
    title: 'Prepare a Passkey',
    description:
      'Returns the options that a browser needs to create a passkey. They are valid for 10 minutes. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Type.Object({ options: CreationOptions }),
    errors: 'A',
  }),
  create: post('/session/passkeys', {
    title: 'Add a Passkey',
    description: 'Adds the passkey that the browser has created. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    body: Type.Object({
      name: passkeyName(),
      id: Type.String({ minLength: 1, maxLength: 1_400, description: 'Id of the credential, base64url' }),
      client_data_json: Type.String({ maxLength: 8_192, description: '`clientDataJSON`, base64url' }),
      attestation_object: Type.String({ maxLength: 65_536, description: '`attestationObject`, base64url' }),
      transports: optional(
        Type.Array(Type.String({ maxLength: 32 }), {
          maxItems: 16,
          description: 'How the browser connects to it, such as `usb` or `internal`',
        }),
      ),
    }),
    reply: Type.Object({ passkey: Passkey, recovery_codes: recoveryCodes() }),
    status: 201,
    errors: 'A',
  }),
  update: put('/session/passkeys/:passkey_id', {
    title: 'Rename a Passkey',
    description: 'Changes the name of a passkey. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    body: Type.Object({ name: passkeyName() }),
    reply: Message,
    errors: 'A',
  }),
  delete: remove('/session/passkeys/:passkey_id', {
    title: 'Remove a Passkey',
    description: 'Removes a passkey, which can then no longer be used to sign in. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Message,
    errors: 'A',
  }),
}
