// The form of a listener, new or existing: URL, workspace or organization, and events.

import type { Listener } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Choice, TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { eventsOf, eventTypesOf } from './event-choice.ts'
import { EventPicker } from './event-picker.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { stateOf } from './state-badge.tsx'
import type { Sources } from './use-sources.ts'

/** Marks the choice of an organization among those of workspaces. */
const organizationPrefix = 'organization:'

interface ListenerFormProps {
  /** Undefined for a new listener. */
  readonly listener?: Listener
  readonly sources: Sources
  readonly onSaved: (listener: Listener) => void
  readonly onClose: () => void
}

export function ListenerForm({ listener, sources, onSaved, onClose }: ListenerFormProps) {
  const { client } = useSession()
  const messages = useListenersMessages()
  const { cancel } = useUiMessages()
  const [url, setUrl] = useState(listener?.url ?? '')
  const [source, setSource] = useState([...sources.workspaces.keys()][0] ?? '')
  const isOfOrganization = listener ? listener.workspaceId === null : source.startsWith(organizationPrefix)
  const [targetId, setTarget] = useState(listener?.targetId ?? '')
  const [events, setEvents] = useState<ReadonlySet<string>>(() => eventsOf(listener?.eventTypes ?? ['ALL']))
  const [isNothing, setNothing] = useState(false)
  const save = useAction(async () => {
    const draft = {
      url: url.trim(),
      eventTypes: eventTypesOf(events),
      ...(targetId && !isOfOrganization ? { targetId: targetId.trim() } : {}),
    }
    // An update without a status would resume a paused listener.
    const status = listener && stateOf(listener) === 'IN_ACTIVE' ? 'IN_ACTIVE' : 'ACTIVE'
    onSaved(
      listener
        ? await client.listeners.update(listener.id, { ...draft, status })
        : isOfOrganization
          ? await client.listeners.createForOrganization(Number(source.slice(organizationPrefix.length)), draft)
          : await client.listeners.create({ ...draft, workspaceId: source }),
    )
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setNothing(events.size === 0)
    if (events.size > 0) save.run()
  }
  return (
    <Dialog title={listener ? messages.editTitle : messages.create} width="wide" onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <TextField
          label={messages.url}
          hint={messages.urlHint}
          error={save.fieldErrors.url}
          value={url}
          onChange={event => setUrl(event.target.value)}
          inputMode="url"
          placeholder="https://example.com/hook"
          autoComplete="off"
          spellCheck={false}
        />
        {!listener && <SourceChoice {...{ sources, source, setSource }} error={save.fieldErrors.workspaceId} />}
        <EventPicker events={events} onChange={setEvents} />
        <ErrorMessage text={isNothing ? messages.noneChosen : save.fieldErrors.eventTypes} />
        {!isOfOrganization && (
          <TextField
            label={messages.target}
            hint={messages.targetHint}
            error={save.fieldErrors.targetId}
            value={targetId}
            onChange={event => setTarget(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <ErrorMessage text={save.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" variant="primary" disabled={save.isBusy}>
            {listener
              ? save.isBusy
                ? messages.saving
                : messages.save
              : save.isBusy
                ? messages.makingIt
                : messages.makeIt}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface SourceChoiceProps {
  readonly sources: Sources
  readonly source: string
  readonly setSource: (source: string) => void
  readonly error: string | undefined
}

function SourceChoice({ sources: { workspaces, organizations }, source, setSource, error }: SourceChoiceProps) {
  const messages = useListenersMessages()
  return (
    <Choice
      label={messages.workspace}
      hint={workspaces.size + organizations.size === 0 ? messages.noWorkspace : undefined}
      error={error}
      value={source}
      onChange={event => setSource(event.target.value)}
    >
      {[...organizations].map(([id, name]) => (
        <option key={id} value={`${organizationPrefix}${id}`}>
          {messages.allOf(name)}
        </option>
      ))}
      {[...workspaces].map(([uid, name]) => (
        <option key={uid} value={uid}>
          {name}
        </option>
      ))}
    </Choice>
  )
}
