// The handlers of a user's second factors. Each change locks the user and needs a recent sign-in.

import { badField, Problem } from '@tessera/contract'
import { renderSVG } from 'uqr'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { type Claim, notFound, requireRecentAuthentication } from '../access/index.ts'
import { replaceChallenge, takeChallenge } from '../challenges/index.ts'
import { type Handlers, read, write } from '../handler.ts'
import { findUserById, lockUser, type UserRow, updateUser } from '../identity/index.ts'
import { enqueueSecondFactorChanged } from '../mail/index.ts'
import { hasSecondFactor, hasTotp, needsSecondFactor } from './account-factors.ts'
import { recordFactorAdded, recordFactorRemoved } from './change-factors.ts'
import { deletePasskey, insertPasskey, listPasskeys, type PasskeyRow, updatePasskey } from './passkey-store.ts'
import { registrationOptions, verifyRegistration } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { findRelyingParty } from './relying-party.ts'
import { findTotpStep, newTotpSecret, totpUrl } from './totp.ts'

const maxPasskeys = 20
/** The lifetime of the challenge that a new passkey signs. */
const purpose = 'new-passkey'

interface SecondFactorDependencies {
  readonly publicUrl: string
  readonly sealedSecrets: SealedSecrets
}

export const secondFactorHandlers = ({
  publicUrl,
  sealedSecrets,
}: SecondFactorDependencies): Handlers<'secondFactors'> => ({
  get: read(async ({ db, caller }) => {
    const { totp_enabled_at } = (await findUserById(db, caller.id)) as UserRow
    return {
      second_factors: {
        totp_enabled_at,
        passkeys: (await listPasskeys(db, caller.id)).map(passkeyView),
        recovery_codes_left: await countRecoveryCodes(db, caller.id),
        is_required: await needsSecondFactor(db, caller.id),
        can_add_passkeys: findRelyingParty(publicUrl) !== null,
      },
    }
  }),

  startTotp: write(async ({ tx, claim, now }) => {
    const user = await beginChange(tx, claim, now)
    if (hasTotp(user)) throw new Problem('BadRequest', 'The authenticator app is already turned on')
    const secret = newTotpSecret()
    const totp_secret = sealedSecrets.seal(secret, 'totp-secret')
    await updateUser(tx, user.id, { totp_secret, totp_enabled_at: null })
    const url = totpUrl(secret, user.email)
    return { totp: { secret, url, qr_code: renderSVG(url) } }
  }),

  enableTotp: write(async ({ tx, claim, body, now }) => {
    const user = await beginChange(tx, claim, now)
    if (hasTotp(user)) throw new Problem('BadRequest', 'The authenticator app is already turned on')
    if (user.totp_secret === null) throw new Problem('BadRequest', 'Set up the authenticator app first')
    const step = findTotpStep(sealedSecrets.open(user.totp_secret, 'totp-secret'), body.code, now)
    if (step === null) throw badField('code', 'is not the current code')
    await updateUser(tx, user.id, { totp_enabled_at: now, totp_last_step: step })
    return { recovery_codes: await recordFactorAdded(tx, user, 'totp_added', now) }
  }),

  disableTotp: write(async ({ tx, claim, now }) => {
    const user = await beginChange(tx, claim, now)
    if (!hasTotp(user)) throw notFound('authenticator app')
    await updateUser(tx, user.id, { totp_secret: null, totp_enabled_at: null })
    await recordFactorRemoved(tx, user, 'totp_removed', now)
    return { message: 'The authenticator app was turned off' }
  }),

  renewRecoveryCodes: write(async ({ tx, claim, now }) => {
    const user = await beginChange(tx, claim, now)
    if (!(await hasSecondFactor(tx, user))) throw new Problem('BadRequest', 'Add a second factor first')
    await enqueueSecondFactorChanged(tx, user.id, 'recovery_codes_renewed', now)
    return { recovery_codes: await renewRecoveryCodes(tx, user.id, now) }
  }),
})

export const passkeyHandlers = ({ publicUrl }: { publicUrl: string }): Handlers<'passkeys'> => ({
  prepare: write(async ({ tx, claim, now }) => {
    const user = await beginChange(tx, claim, now)
    const name = `${user.first_name} ${user.last_name}`.trim()
    const existing = await listPasskeys(tx, user.id)
    if (existing.length >= maxPasskeys) throw new Problem('BadRequest', `There can be at most ${maxPasskeys} passkeys`)
    const options = await registrationOptions(getRelyingParty(publicUrl), { ...user, name }, existing)
    const data = { challenge: options.challenge }
    await replaceChallenge(tx, claim.grant_id, { purpose, user_id: user.id, data, lifeSeconds: 10 * 60, now })
    return { options: options as never }
  }),

  create: write(async ({ tx, claim, body, now }) => {
    const user = await beginChange(tx, claim, now)
    const prepared = await takeChallenge<{ challenge: string }>(tx, { purpose, secret: claim.grant_id, now })
    if (prepared?.user_id !== user.id) throw new Problem('BadRequest', 'The passkey was not created in time. Try again')
    const response = {
      id: body.id,
      rawId: body.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: body.client_data_json,
        attestationObject: body.attestation_object,
        transports: body.transports ?? [],
      },
    }
    const columns = await verifyRegistration(getRelyingParty(publicUrl), response, prepared.data.challenge)
    if (!columns) throw new Problem('BadRequest', 'The passkey is not valid')
    const row = { ...columns, user_id: user.id, name: body.name, created_at: now, last_used_at: null }
    if (!(await insertPasskey(tx, row))) throw new Problem('BadRequest', 'This passkey is already added')
    return { passkey: passkeyView(row), recovery_codes: await recordFactorAdded(tx, user, 'passkey_added', now) }
  }),

  update: write(async ({ tx, claim, params, body, now }) => {
    const { id: user_id } = await beginChange(tx, claim, now)
    if (!(await updatePasskey(tx, { user_id, id: params.passkey_id }, { name: body.name }))) throw notFound('passkey')
    return { message: 'The passkey was renamed' }
  }),

  delete: write(async ({ tx, claim, params, now }) => {
    const user = await beginChange(tx, claim, now)
    if (!(await deletePasskey(tx, user.id, params.passkey_id))) throw notFound('passkey')
    await recordFactorRemoved(tx, user, 'passkey_removed', now)
    return { message: 'The passkey was removed' }
  }),
})

/** Locks the user first: a session that is ended at the same moment can no longer change anything. */
async function beginChange(tx: Tx, claim: Claim, now: string): Promise<UserRow> {
  await lockUser(tx, claim.user_id)
  await requireRecentAuthentication(tx, claim, now)
  return (await findUserById(tx, claim.user_id)) as UserRow
}

function getRelyingParty(publicUrl: string) {
  const party = findRelyingParty(publicUrl)
  if (!party) throw new Problem('BadRequest', 'Passkeys need a host name in PUBLIC_URL, with https or localhost')
  return party
}

const passkeyView = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({ id, name, created_at, last_used_at })
