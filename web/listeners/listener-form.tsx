// The form of a listener, new or existing: URL, workspace and events.

import type { Listener } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Choice, TextField } from '../ui/text-field.tsx'
import { useUiWords } from '../ui/ui-words.ts'
import { useAction } from '../ui/use-action.ts'
import { eventsOf, eventTypesOf } from './event-choice.ts'
import { EventPicker } from './event-picker.tsx'
import { useListenersWords } from './listeners-words.ts'
import { stateOf } from './state-badge.tsx'
import type { BoardNames } from './use-board-names.ts'

interface ListenerFormProps {
  /** Not set for a new listener. */
  readonly listener?: Listener
  readonly boards: BoardNames
  readonly onSaved: (listener: Listener) => void
  readonly onClose: () => void
}

export function ListenerForm({ listener, boards, onSaved, onClose }: ListenerFormProps) {
  const { client } = useSession()
  const words = useListenersWords()
  const { cancel } = useUiWords()
  const [url, setUrl] = useState(listener?.url ?? '')
  const [workspaceId, setWorkspace] = useState(listener?.workspaceId ?? [...boards.keys()][0] ?? '')
  const [targetId, setTarget] = useState(listener?.targetId ?? '')
  const [events, setEvents] = useState<ReadonlySet<string>>(() => eventsOf(listener?.eventTypes ?? ['ALL']))
  const [isNothing, setNothing] = useState(false)
  const save = useAction(async () => {
    const draft = {
      url: url.trim(),
      eventTypes: eventTypesOf(events),
      ...(targetId ? { targetId: targetId.trim() } : {}),
    }
    // An update without a status would resume a paused listener.
    const status = listener && stateOf(listener) === 'IN_ACTIVE' ? 'IN_ACTIVE' : 'ACTIVE'
    onSaved(
      listener
        ? await client.listeners.update(listener.id, { ...draft, status })
        : await client.listeners.create({ ...draft, workspaceId }),
    )
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setNothing(events.size === 0)
    if (events.size > 0) save.run()
  }
  return (
    <Dialog title={listener ? words.editTitle : words.create} width="wide" onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <TextField
          label={words.url}
          hint={words.urlHint}
          error={save.fieldErrors.url}
          value={url}
          onChange={event => setUrl(event.target.value)}
          inputMode="url"
          placeholder="https://example.com/hook"
          autoComplete="off"
          spellCheck={false}
        />
        {!listener && (
          <WorkspaceChoice {...{ boards, workspaceId, setWorkspace }} error={save.fieldErrors.workspaceId} />
        )}
        <EventPicker events={events} onChange={setEvents} />
        <ErrorMessage text={isNothing ? words.noneChosen : save.fieldErrors.eventTypes} />
        <TextField
          label={words.target}
          hint={words.targetHint}
          error={save.fieldErrors.targetId}
          value={targetId}
          onChange={event => setTarget(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <ErrorMessage text={save.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" look="primary" disabled={save.isBusy}>
            {listener ? (save.isBusy ? words.saving : words.save) : save.isBusy ? words.makingIt : words.makeIt}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface WorkspaceChoiceProps {
  readonly boards: BoardNames
  readonly workspaceId: string
  readonly setWorkspace: (uid: string) => void
  readonly error: string | undefined
}

function WorkspaceChoice({ boards, workspaceId, setWorkspace, error }: WorkspaceChoiceProps) {
  const words = useListenersWords()
  return (
    <Choice
      label={words.workspace}
      hint={boards.size === 0 ? words.noWorkspace : undefined}
      error={error}
      value={workspaceId}
      onChange={event => setWorkspace(event.target.value)}
    >
      {[...boards].map(([uid, name]) => (
        <option key={uid} value={uid}>
          {name}
        </option>
      ))}
    </Choice>
  )
}
