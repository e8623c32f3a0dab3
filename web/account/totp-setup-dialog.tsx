// Shows the secret for an authenticator app as a QR code and as text, and asks for its first code.

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { useSecondFactorMessages } from './second-factor-messages.ts'
import './second-factors.css'

export interface TotpSetup {
  readonly secret: string
  readonly qr_code: string
}

interface TotpSetupDialogProps {
  readonly setup: TotpSetup
  /** Called with the new recovery codes. */
  readonly onDone: (codes: readonly string[]) => void
  readonly onClose: () => void
}

export function TotpSetupDialog({ setup, onDone, onClose }: TotpSetupDialogProps) {
  const { client } = useSession()
  const messages = useSecondFactorMessages()
  const uiMessages = useUiMessages()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The dialog has moved the focus to its first button.
  useEffect(() => field.current?.focus(), [])
  const enable = useAction(async () => onDone((await client.secondFactors.enableTotp({ code })).recovery_codes))
  function submit(event: FormEvent) {
    event.preventDefault()
    enable.run()
  }
  return (
    <Dialog title={messages.setUpTitle} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <p>{messages.scan}</p>
        <img
          className="qr-code"
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_code)}`}
          alt={messages.qrCode}
        />
        <div className="totp-secret">
          <p>{messages.typeSecret}</p>
          <code>{setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton className="button button-quiet" text={setup.secret} label={uiMessages.copyThis(messages.key)}>
            {uiMessages.copy}
          </CopyButton>
        </div>
        <TextField
          label={messages.code}
          hint={messages.codeHint}
          value={code}
          onChange={event => setCode(event.target.value)}
          error={enable.fieldErrors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          ref={field}
        />
        <ErrorMessage text={enable.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{uiMessages.cancel}</Button>
          <Button type="submit" variant="primary" disabled={enable.isBusy || code.trim() === ''}>
            {enable.isBusy ? uiMessages.moment : messages.turnOn}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
