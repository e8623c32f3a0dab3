// Asks for the address of a web page and places it on the board.

import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { isWebAddress } from '../../actions/clipboard/listen-to-clipboard.ts'
import { pendingPlacementPoint, placeObject } from '../../actions/placing/place-object.ts'
import { kindPastedFromAddress } from '../../kinds/index.ts'
import { useBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export default function AddressDialog() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const url = completeAddress(typed.trim())
    const view = board.view.get()
    if (!isWebAddress(url) || !view) return setError(messages.frames.noAddress)
    board.dialog.set(null)
    placeObject(board, kindPastedFromAddress, pendingPlacementPoint(board, view), { url })
  }
  return (
    <Dialog title={messages.frames.newTitle} onClose={() => board.dialog.set(null)}>
      <form className="dialog-inside-form" onSubmit={submit} noValidate>
        <TextField
          label={messages.fields.url}
          type="url"
          placeholder="https://example.com"
          value={typed}
          error={error || undefined}
          onChange={event => setTyped(event.target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={() => board.dialog.set(null)}>{messages.comments.cancel}</Button>
          <Button type="submit" variant="primary">
            {messages.frames.place}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Adds a missing https://, unless the text is a single word and thus no address. */
const completeAddress = (typed: string) =>
  /^[a-z]+:\/\//i.test(typed) || !/^[^/?#]+[.:][^/?#]+/.test(typed) ? typed : `https://${typed}`
