// The passkeys of the user: added with the browser's help, renamed and removed.

import type { Passkey } from '@tessera/client'
import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Empty, Panel } from '../ui/panel.tsx'
import { Ago, Day } from '../ui/times.tsx'
import type { FactorsProps } from './authenticator-app.tsx'
import { NewPasskeyDialog } from './new-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { useSecondFactorMessages } from './second-factor-messages.ts'

export function Passkeys({ factors, onChange }: FactorsProps) {
  const messages = useSecondFactorMessages()
  const showNotice = useNotice()
  const [isAdding, setAdding] = useState(false)
  const canAdd = factors.can_add_passkeys && 'PublicKeyCredential' in window
  return (
    <Panel
      title={messages.passkeys}
      lead={messages.passkeysLead}
      actions={canAdd && <Button onClick={() => setAdding(true)}>{messages.addPasskey}</Button>}
    >
      {factors.passkeys.length === 0 ? (
        <Empty title={messages.noPasskey}>
          <p>{canAdd ? messages.noPasskeyHint : messages.noPasskeysHere}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {factors.passkeys.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChange={onChange} />
          ))}
        </ul>
      )}
      {isAdding && (
        <NewPasskeyDialog
          onDone={codes => {
            setAdding(false)
            showNotice(messages.passkeyAdded)
            onChange(codes)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  )
}

function PasskeyRow({ passkey, onChange }: { passkey: Passkey; onChange: () => void }) {
  const { client } = useSession()
  const messages = useSecondFactorMessages()
  const showNotice = useNotice()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { id, name, created_at, last_used_at } = passkey
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-note">
          {messages.added} <Day at={created_at} />,{' '}
          {last_used_at === null ? messages.neverUsed : `${messages.lastUsed} `}
          {last_used_at !== null && <Ago at={last_used_at} />}
        </span>
      </div>
      <div className="row-actions">
        <Button variant="quiet" onClick={() => setOpen('rename')} aria-label={messages.renameThis(name)}>
          {messages.rename}
        </Button>
        <Button onClick={() => setOpen('remove')} aria-label={messages.removeThis(name)}>
          {messages.remove}
        </Button>
      </div>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onDone={onChange} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={messages.removeTitle(name)}
          actionLabel={messages.remove}
          onConfirm={async () => {
            await client.passkeys.delete(id)
            showNotice(messages.removed)
            onChange()
          }}
          onClose={close}
        >
          <p>{messages.removeLead}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
