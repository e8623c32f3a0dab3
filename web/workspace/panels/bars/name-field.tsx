// The name of the workspace, edited in place by users who may rename it.

import { type KeyboardEvent, useEffect, useState } from 'react'
import { describeFailure } from '../../../ui/use-action.ts'
import { notify, useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'
import { useWorkspaceName } from '../../state/workspace-name.tsx'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function NameField() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const { name, setName } = useWorkspaceName()
  const { canRename } = useRights()
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
  async function save() {
    const next = typed.trim()
    if (next === '' || next === name) return setTyped(name)
    try {
      await board.client.workspaces.update(board.uid, { name: next })
      setName(next)
    } catch (failure) {
      setTyped(name)
      notify(board, await describeFailure(failure))
    }
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') setTyped(name)
    if (event.key === 'Enter' || event.key === 'Escape') {
      const field = event.currentTarget
      requestAnimationFrame(() => field.blur())
    }
  }
  if (!canRename) return <h1 className="name-field">{name}</h1>
  return (
    <>
      <h1 className="visually-hidden">{name}</h1>
      <input
        className="name-field"
        aria-label={messages.name}
        maxLength={255}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={press}
      />
    </>
  )
}
