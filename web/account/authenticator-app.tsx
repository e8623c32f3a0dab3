// Turning codes of an authenticator app on and off.

import type { SecondFactors } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Badge, Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useAction } from '../ui/use-action.ts'
import { useSecondFactorWords } from './second-factor-words.ts'
import { type TotpSetup, TotpSetupDialog } from './totp-setup-dialog.tsx'

export interface FactorsProps {
  readonly factors: SecondFactors
  /** With the new recovery codes, if there are any. */
  readonly onChange: (codes?: readonly string[]) => void
}

export function AuthenticatorApp({ factors, onChange }: FactorsProps) {
  const { client } = useSession()
  const words = useSecondFactorWords()
  const showNotice = useNotice()
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  const [isTurningOff, setTurningOff] = useState(false)
  const start = useAction(async () => setSetup((await client.secondFactors.startTotp()).totp))
  const since = factors.totp_enabled_at
  const action =
    since === null ? (
      <Button onClick={() => start.run()} disabled={start.isBusy}>
        {words.setUp}
      </Button>
    ) : (
      <Button onClick={() => setTurningOff(true)}>{words.turnOff}</Button>
    )
  return (
    <Panel title={words.totp} lead={words.totpLead} actions={action}>
      <p>
        <Badge look={since === null ? 'plain' : 'good'}>{since === null ? words.isOff : words.isOn}</Badge>{' '}
        {since !== null && (
          <span className="row-note">
            {words.since} <Day at={since} />
          </span>
        )}
      </p>
      {factors.is_required && <p className="row-note">{words.isRequired}</p>}
      <ErrorMessage text={start.error} />
      {setup && (
        <TotpSetupDialog
          setup={setup}
          onDone={codes => {
            setSetup(null)
            showNotice(words.turnedOn)
            onChange(codes)
          }}
          onClose={() => setSetup(null)}
        />
      )}
      {isTurningOff && (
        <ConfirmDialog
          title={words.turnOffTitle}
          actionLabel={words.turnOff}
          onConfirm={async () => {
            await client.secondFactors.disableTotp()
            showNotice(words.turnedOff)
            onChange()
          }}
          onClose={() => setTurningOff(false)}
        >
          <p>{words.turnOffLead}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
