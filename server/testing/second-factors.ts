// Adds second factors to accounts of tests, through the operations.

import { totpCode, totpStepAt } from '../accounts/second-factors/totp.ts'
import type { SessionClient } from './session-client.ts'
import { softwarePasskey } from './software-authenticator.ts'
import type { World } from './world.ts'

/** The code that an authenticator app shows, now or some steps later. */
export const codeOf = (secret: string, steps = 0): string =>
  totpCode(secret, totpStepAt(new Date().toISOString()) + steps)

/** Turns on the authenticator app with the code of the step before, so that the current one is still good. */
export async function addTotp(client: SessionClient): Promise<{ secret: string; recovery_codes: string[] }> {
  const { totp } = await client.secondFactors.startTotp()
  const { recovery_codes } = await client.secondFactors.enableTotp({ code: codeOf(totp.secret, -1) })
  return { secret: totp.secret, recovery_codes }
}

export async function addPasskey({ dependencies }: World, client: SessionClient, name = 'Laptop') {
  const passkey = softwarePasskey(dependencies.config.publicUrl)
  const { options } = await client.passkeys.prepare()
  const { recovery_codes } = await client.passkeys.create({ name, ...passkey.register(options as never) })
  return { passkey, recovery_codes }
}

/** The options that a page has for passkeys. */
export function passkeyOptionsOn(page: string): { challenge: string; userVerification: string } {
  const text = /data-passkey="([^"]+)"/.exec(page)?.[1] ?? '{}'
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
