// How many recovery codes are left, and replacing them.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Badge, Panel } from '../ui/panel.tsx'
import type { FactorsProps } from './authenticator-app.tsx'
import { useSecondFactorWords } from './second-factor-words.ts'

const few = 3

export function RecoveryCodes({ factors, onChange }: FactorsProps) {
  const { client } = useSession()
  const words = useSecondFactorWords()
  const [isRenewing, setRenewing] = useState(false)
  const left = factors.recovery_codes_left
  return (
    <Panel
      title={words.recovery}
      lead={words.recoveryLead}
      actions={<Button onClick={() => setRenewing(true)}>{words.renew}</Button>}
    >
      <p>
        <Badge look={left <= few ? 'wait' : 'plain'}>{words.left(left)}</Badge>
      </p>
      {isRenewing && (
        <ConfirmDialog
          title={words.renewTitle}
          actionLabel={words.renew}
          onConfirm={async () => onChange((await client.secondFactors.renewRecoveryCodes()).recovery_codes)}
          onClose={() => setRenewing(false)}
        >
          <p>{words.renewLead}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
