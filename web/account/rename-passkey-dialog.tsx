// Renames a passkey.

import type { Passkey } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { useSecondFactorMessages } from './second-factor-messages.ts'

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const { client } = useSession()
  const messages = useSecondFactorMessages()
  const uiMessages = useUiMessages()
  const showNotice = useNotice()
  const [name, setName] = useState(passkey.name)
  const rename = useAction(async () => {
    await client.passkeys.update(passkey.id, { name })
    showNotice(messages.renamed)
    onDone()
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    rename.run()
  }
  return (
    <Dialog title={messages.renameTitle} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <TextField
          label={messages.passkeyName}
          value={name}
          onChange={event => setName(event.target.value)}
          error={rename.fieldErrors.name}
          maxLength={64}
          autoComplete="off"
        />
        <ErrorMessage text={rename.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{uiMessages.cancel}</Button>
          <Button type="submit" variant="primary" disabled={rename.isBusy}>
            {rename.isBusy ? uiMessages.moment : messages.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
