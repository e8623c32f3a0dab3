// The form for the name and description of a workspace, new or existing.

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { useHomeMessages } from './home-messages.ts'

export interface WorkspaceDetails {
  readonly name: string
  readonly description: string
}

interface WorkspaceFormProps {
  readonly title: string
  readonly lead?: string
  readonly start: WorkspaceDetails
  readonly actionLabel: string
  readonly doing: string
  readonly onSubmit: (named: WorkspaceDetails) => Promise<void>
  readonly onClose: () => void
  /** Additional fields. */
  readonly children?: ReactNode
}

/** The dialog closes once the request succeeds. Errors of a field are shown beside it. */
export function WorkspaceForm({
  title,
  lead,
  start,
  actionLabel,
  doing,
  onSubmit,
  onClose,
  children,
}: WorkspaceFormProps) {
  const messages = useHomeMessages()
  const { cancel } = useUiMessages()
  const [named, setNamed] = useState(start)
  const [missing, setMissing] = useState(false)
  const save = useAction(async () => {
    await onSubmit({ name: named.name.trim(), description: named.description.trim() })
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(named.name.trim() === '')
    if (named.name.trim() !== '') save.run()
  }
  const { name, new_workspace_name = name, description, new_workspace_description = description } = save.fieldErrors
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        {lead && <p>{lead}</p>}
        <TextField
          label={messages.name}
          value={named.name}
          onChange={event => setNamed({ ...named, name: event.target.value })}
          error={missing ? messages.nameMissing : new_workspace_name}
          maxLength={255}
          autoComplete="off"
        />
        <TextArea
          label={messages.description}
          hint={messages.descriptionHint}
          rows={3}
          value={named.description}
          onChange={event => setNamed({ ...named, description: event.target.value })}
          error={new_workspace_description}
          maxLength={4_096}
        />
        {children}
        <ErrorMessage text={save.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" variant="primary" disabled={save.isBusy}>
            {save.isBusy ? doing : actionLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
