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
import { useSecondFactorWords } from './second-factor-words.ts'

export function Passkeys({ factors, onChange }: FactorsProps) {
  const words = useSecondFactorWords()
  const showNotice = useNotice()
  const [isAdding, setAdding] = useState(false)
  const canAdd = factors.can_add_passkeys && 'PublicKeyCredential' in window
  return (
    <Panel
      title={words.passkeys}
      lead={words.passkeysLead}
      actions={canAdd && <Button onClick={() => setAdding(true)}>{words.addPasskey}</Button>}
    >
      {factors.passkeys.length === 0 ? (
        <Empty title={words.noPasskey}>
          <p>{canAdd ? words.noPasskeyHint : words.noPasskeysHere}</p>
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
            showNotice(words.passkeyAdded)
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
  const words = useSecondFactorWords()
  const showNotice = useNotice()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { id, name, created_at, last_used_at } = passkey
  return (
    <li>
      <div className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-note">
          {words.added} <Day at={created_at} />, {last_used_at === null ? words.neverUsed : `${words.lastUsed} `}
          {last_used_at !== null && <Ago at={last_used_at} />}
        </span>
      </div>
      <div className="row-actions">
        <Button look="quiet" onClick={() => setOpen('rename')} aria-label={words.renameThis(name)}>
          {words.rename}
        </Button>
        <Button onClick={() => setOpen('remove')} aria-label={words.removeThis(name)}>
          {words.remove}
        </Button>
      </div>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onDone={onChange} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          actionLabel={words.remove}
          onConfirm={async () => {
            await client.passkeys.delete(id)
            showNotice(words.removed)
            onChange()
          }}
          onClose={close}
        >
          <p>{words.removeLead}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
