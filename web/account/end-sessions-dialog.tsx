// Asks before all other sessions are signed out, and whether the personal tokens end, too.

import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SwitchField } from '../ui/switch-field.tsx'
import { useAccountMessages } from './account-messages.ts'

interface EndSessionsDialogProps {
  readonly onEnded: () => void
  readonly onClose: () => void
}

export function EndSessionsDialog({ onEnded, onClose }: EndSessionsDialogProps) {
  const { client } = useSession()
  const messages = useAccountMessages()
  const [tokens, setTokens] = useState(false)
  const [keep, setKeep] = useState(false)
  async function end() {
    await client.sessions.deleteOthers({ tokens, keep: tokens && keep })
    onEnded()
  }
  return (
    <ConfirmDialog title={messages.endOthersTitle} actionLabel={messages.endOthers} onConfirm={end} onClose={onClose}>
      <p>{messages.endOthersHint}</p>
      <SwitchField label={messages.endTokens} hint={messages.endTokensHint} isOn={tokens} onChange={setTokens} />
      {tokens && <SwitchField label={messages.keep} hint={messages.keepHint} isOn={keep} onChange={setKeep} />}
    </ConfirmDialog>
  )
}
