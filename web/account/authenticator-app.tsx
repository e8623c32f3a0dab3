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
import { useSecondFactorMessages } from './second-factor-messages.ts'
import { type TotpSetup, TotpSetupDialog } from './totp-setup-dialog.tsx'

export interface FactorsProps {
  readonly factors: SecondFactors
  /** Called with the new recovery codes, if there are any. */
  readonly onChange: (codes?: readonly string[]) => void
}

export function AuthenticatorApp({ factors, onChange }: FactorsProps) {
  const { client } = useSession()
  const messages = useSecondFactorMessages()
  const showNotice = useNotice()
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  const [isTurningOff, setTurningOff] = useState(false)
  const start = useAction(async () => setSetup((await client.secondFactors.startTotp()).totp))
  const since = factors.totp_enabled_at
  const action =
    since === null ? (
      <Button onClick={() => start.run()} disabled={start.isBusy}>
        {messages.setUp}
      </Button>
    ) : (
      <Button onClick={() => setTurningOff(true)}>{messages.turnOff}</Button>
    )
  return (
    <Panel title={messages.totp} lead={messages.totpLead} actions={action}>
      <p>
        <Badge variant={since === null ? 'plain' : 'good'}>{since === null ? messages.isOff : messages.isOn}</Badge>{' '}
        {since !== null && (
          <span className="row-note">
            {messages.since} <Day at={since} />
          </span>
        )}
      </p>
      {factors.is_required && <p className="row-note">{messages.isRequired}</p>}
      <ErrorMessage text={start.error} />
      {setup && (
        <TotpSetupDialog
          setup={setup}
          onDone={codes => {
            setSetup(null)
            showNotice(messages.turnedOn)
            onChange(codes)
          }}
          onClose={() => setSetup(null)}
        />
      )}
      {isTurningOff && (
        <ConfirmDialog
          title={messages.turnOffTitle}
          actionLabel={messages.turnOff}
          onConfirm={async () => {
            await client.secondFactors.disableTotp()
            showNotice(messages.turnedOff)
            onChange()
          }}
          onClose={() => setTurningOff(false)}
        >
          <p>{messages.turnOffLead}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
