// The signing secret of a listener: hidden until requested, and rotated.

import type { Listener } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Panel } from '../ui/panel.tsx'
import { Day } from '../ui/times.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useListenersMessages } from './listeners-messages.ts'

interface ListenerSecretProps {
  readonly listener: Listener
  readonly onChange: (next: Partial<Listener>) => void
}

export function ListenerSecret({ listener, onChange }: ListenerSecretProps) {
  const { client } = useSession()
  const messages = useListenersMessages()
  const { copy, copyThis } = useUiMessages()
  const showNotice = useNotice()
  const [isShown, setShown] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [until, setUntil] = useState<string | null>(null)
  const { secret = '' } = listener
  async function rotate() {
    const { secret: next, previous_secret_until } = await client.listeners.rotateSecret(listener.id)
    onChange({ secret: next })
    setUntil(previous_secret_until)
    setShown(true)
    showNotice(messages.rotated)
  }
  return (
    <Panel title={messages.secret} lead={messages.secretLead}>
      <div className="listener-secret">
        <code>{isShown ? secret : 'whsec_••••••••••••••••'}</code>
        <Button onClick={() => setShown(!isShown)} aria-pressed={isShown}>
          {isShown ? messages.hide : messages.show}
        </Button>
        <CopyButton className="button button-secondary" text={secret} label={copyThis(messages.secret)}>
          {copy}
        </CopyButton>
        <Button onClick={() => setAsked(true)}>{messages.rotate}</Button>
      </div>
      {until && (
        <p className="row-note">
          {messages.oldUntil} <Day at={until} />
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title={messages.rotateTitle}
          actionLabel={messages.rotateAction}
          onConfirm={rotate}
          onClose={() => setAsked(false)}
        >
          <p>{messages.rotateLead}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
