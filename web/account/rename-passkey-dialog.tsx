// Renames a passkey.

import type { Passkey } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUiWords } from '../ui/ui-words.ts'
import { useAction } from '../ui/use-action.ts'
import { useSecondFactorWords } from './second-factor-words.ts'

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  const { client } = useSession()
  const words = useSecondFactorWords()
  const uiWords = useUiWords()
  const showNotice = useNotice()
  const [name, setName] = useState(passkey.name)
  const rename = useAction(async () => {
    await client.passkeys.update(passkey.id, { name })
    showNotice(words.renamed)
    onDone()
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    rename.run()
  }
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <TextField
          label={words.passkeyName}
          value={name}
          onChange={event => setName(event.target.value)}
          error={rename.fieldErrors.name}
          maxLength={64}
          autoComplete="off"
        />
        <ErrorMessage text={rename.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <Button type="submit" look="primary" disabled={rename.isBusy}>
            {rename.isBusy ? uiWords.moment : words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
