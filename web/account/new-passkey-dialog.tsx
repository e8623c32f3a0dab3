// Asks for the name of a new passkey, and has the browser create it.

import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { useSecondFactorMessages } from './second-factor-messages.ts'

interface NewPasskeyDialogProps {
  /** Called with the new recovery codes, if there were none. */
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

export function NewPasskeyDialog({ onDone, onClose }: NewPasskeyDialogProps) {
  const { client } = useSession()
  const messages = useSecondFactorMessages()
  const uiMessages = useUiMessages()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = useAction(async () => {
    setProblem(null)
    const { options } = await client.passkeys.prepare()
    const created = await createPasskey(options)
    if (typeof created === 'string') return setProblem(messages[created])
    const { recovery_codes } = await client.passkeys.create({ name, ...created })
    onDone(recovery_codes)
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    add.run()
  }
  return (
    <Dialog title={messages.addPasskey} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <TextField
          label={messages.passkeyName}
          hint={messages.passkeyNameHint}
          value={name}
          onChange={event => setName(event.target.value)}
          error={add.fieldErrors.name}
          maxLength={64}
          autoComplete="off"
          autoFocus
        />
        <ErrorMessage text={problem ?? add.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{uiMessages.cancel}</Button>
          <Button type="submit" variant="primary" disabled={add.isBusy || name.trim() === ''}>
            {add.isBusy ? messages.adding : messages.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The fields of the new passkey, or the name of the message for what went wrong. */
async function createPasskey(options: Record<string, unknown>) {
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const { id, response } = await startRegistration({ optionsJSON })
    return {
      id,
      client_data_json: response.clientDataJSON,
      attestation_object: response.attestationObject,
      transports: response.transports ?? [],
    }
  } catch (failure) {
    // The authenticator has one of the passkeys that the options exclude.
    return failure instanceof Error && failure.name === 'InvalidStateError' ? 'passkeyKnown' : 'passkeyNotMade'
  }
}
