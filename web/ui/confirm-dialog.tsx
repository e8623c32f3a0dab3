// Asks for confirmation before something is deleted. For large losses, a word has to be typed.

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorMessage } from './error-message.tsx'
import { TextField } from './text-field.tsx'
import { useUiMessages } from './ui-messages.ts'
import { useAction } from './use-action.ts'

interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the confirm button. */
  readonly actionLabel: string
  /** The text that has to be typed to confirm. */
  readonly typed?: string
  /** The dialog closes when it resolves, and shows the error when it rejects. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

export function ConfirmDialog({ title, children, actionLabel, typed, onConfirm, onClose }: ConfirmDialogProps) {
  const messages = useUiMessages()
  const [text, setText] = useState('')
  const confirm = useAction(async () => {
    await onConfirm()
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.run()
  }
  const isReady = typed === undefined || text.trim() === typed.trim()
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit}>
        {children}
        {typed !== undefined && (
          <TextField
            label={
              <>
                {messages.typeToConfirm[0]} <strong>{typed}</strong> {messages.typeToConfirm[1]}
              </>
            }
            value={text}
            onChange={event => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <ErrorMessage text={confirm.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="danger" disabled={!isReady || confirm.isBusy}>
            {confirm.isBusy ? messages.moment : actionLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
