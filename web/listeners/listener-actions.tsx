// The actions of a listener: pause, test, edit, replay and delete.

import type { Listener } from '@tessera/client'
import { type FormEvent, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useNotice } from '../ui/notices.tsx'
import { Choice, TextField } from '../ui/text-field.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useAction } from '../ui/use-action.ts'
import { ListenerForm } from './listener-form.tsx'
import { useListenersMessages } from './listeners-messages.ts'
import { stateOf } from './state-badge.tsx'
import type { Sources } from './use-sources.ts'

interface ListenerActionsProps {
  readonly listener: Listener
  readonly sources: Sources
  readonly onChange: (next: Partial<Listener>) => void
}

export function ListenerActions({ listener, sources, onChange }: ListenerActionsProps) {
  const { client } = useSession()
  const messages = useListenersMessages()
  const showNotice = useNotice()
  const [asked, setAsked] = useState<'edit' | 'replay' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const isActive = stateOf(listener) === 'ACTIVE'
  const turn = useAction(async () => {
    const status = isActive ? 'IN_ACTIVE' : 'ACTIVE'
    const { status: next } = await client.listeners.update(listener.id, { status })
    onChange({ status: next })
    showNotice(isActive ? messages.paused : messages.resumed)
  })
  const test = useAction(async () => {
    await client.listeners.test(listener.id)
    showNotice(messages.tested)
  })
  async function remove() {
    await client.listeners.delete(listener.id)
    showNotice(messages.removed)
    window.location.hash = 'mine'
  }
  return (
    <>
      <div className="listener-actions">
        <Button variant={isActive ? 'secondary' : 'primary'} onClick={() => turn.run()} disabled={turn.isBusy}>
          {isActive ? messages.pause : messages.resume}
        </Button>
        <Button onClick={() => test.run()} disabled={test.isBusy}>
          {messages.test}
        </Button>
        <Button onClick={() => setAsked('edit')}>{messages.edit}</Button>
        <Button onClick={() => setAsked('replay')}>{messages.replay}</Button>
        <Button variant="danger" onClick={() => setAsked('remove')}>
          {messages.remove}
        </Button>
      </div>
      <ErrorMessage text={turn.error ?? test.error} />
      {asked === 'edit' && (
        <ListenerForm
          listener={listener}
          sources={sources}
          onSaved={next => {
            onChange(next)
            showNotice(messages.saved)
          }}
          onClose={close}
        />
      )}
      {asked === 'replay' && <Replay listener={listener} sources={sources} onClose={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          title={messages.removeTitle}
          actionLabel={messages.removeAction}
          onConfirm={remove}
          onClose={close}
        >
          <p>{messages.removeLead(listener.url)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface ReplayProps {
  readonly listener: Listener
  readonly sources: Sources
  readonly onClose: () => void
}

function Replay({ listener, sources, onClose }: ReplayProps) {
  const { client } = useSession()
  const messages = useListenersMessages()
  const { cancel } = useUiMessages()
  const showNotice = useNotice()
  const [text, setText] = useState('0')
  const [isFaulty, setFaulty] = useState(false)
  const [workspaceId, setWorkspace] = useState([...sources.workspaces.keys()][0] ?? '')
  const isOfOrganization = listener.workspaceId === null
  const replay = useAction(async (after_seq: number) => {
    await client.listeners.replay(listener.id, { after_seq, ...(isOfOrganization ? { workspaceId } : {}) })
    showNotice(messages.replayed(after_seq))
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isNumber = /^\d{1,9}$/.test(text.trim())
    setFaulty(!isNumber)
    if (isNumber) replay.run(Number(text))
  }
  return (
    <Dialog title={messages.replayTitle} onClose={onClose}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <p>{messages.replayLead}</p>
        {isOfOrganization && (
          <Choice
            label={messages.workspace}
            error={replay.fieldErrors.workspaceId}
            value={workspaceId}
            onChange={event => setWorkspace(event.target.value)}
          >
            {[...sources.workspaces].map(([uid, name]) => (
              <option key={uid} value={uid}>
                {name}
              </option>
            ))}
          </Choice>
        )}
        <TextField
          label={messages.replayAfter}
          inputMode="numeric"
          value={text}
          onChange={event => setText(event.target.value)}
          error={isFaulty ? messages.replayError : replay.fieldErrors.after_seq}
        />
        <ErrorMessage text={replay.error} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" variant="primary" disabled={replay.isBusy}>
            {messages.replayAction}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
