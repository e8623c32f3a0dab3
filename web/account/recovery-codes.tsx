// How many recovery codes are left, and replacing them.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Badge, Panel } from '../ui/panel.tsx'
import type { FactorsProps } from './authenticator-app.tsx'
import { useSecondFactorMessages } from './second-factor-messages.ts'

const few = 3

export function RecoveryCodes({ factors, onChange }: FactorsProps) {
  const { client } = useSession()
  const messages = useSecondFactorMessages()
  const [isRenewing, setRenewing] = useState(false)
  const left = factors.recovery_codes_left
  return (
    <Panel
      title={messages.recovery}
      lead={messages.recoveryLead}
      actions={<Button onClick={() => setRenewing(true)}>{messages.renew}</Button>}
    >
      <p>
        <Badge variant={left <= few ? 'wait' : 'plain'}>{messages.left(left)}</Badge>
      </p>
      {isRenewing && (
        <ConfirmDialog
          title={messages.renewTitle}
          actionLabel={messages.renew}
          onConfirm={async () => onChange((await client.secondFactors.renewRecoveryCodes()).recovery_codes)}
          onClose={() => setRenewing(false)}
        >
          <p>{messages.renewLead}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
