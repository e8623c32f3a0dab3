// The second factors of the user: authenticator app, passkeys and recovery codes. New recovery codes are shown once, in a
// dialog over all of them.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { useLoad } from '../ui/use-load.ts'
import { WhenLoaded } from '../ui/when-loaded.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

export function SecondFactors() {
  const { client } = useSession()
  const [codes, setCodes] = useState<readonly string[]>([])
  const load = useLoad(async signal => (await client.secondFactors.get({ signal })).second_factors, [])
  function handleChange(newCodes: readonly string[] = []) {
    setCodes(newCodes)
    load.reload()
  }
  return (
    <>
      <WhenLoaded load={load} lines={4}>
        {factors => (
          <>
            <AuthenticatorApp factors={factors} onChange={handleChange} />
            <Passkeys factors={factors} onChange={handleChange} />
            {(factors.totp_enabled_at !== null || factors.passkeys.length > 0) && (
              <RecoveryCodes factors={factors} onChange={handleChange} />
            )}
          </>
        )}
      </WhenLoaded>
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  )
}
