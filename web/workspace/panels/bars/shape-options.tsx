// The form of the next shape.

import { kinds } from '@tessera/contract'
import type { ShapeForm } from '@tessera/drawing'
import { useState } from 'react'
import { FormList } from '../../buttons/form-list.tsx'
import { announce, useBoard } from '../../state/board.ts'
import { lastStyleOf, rememberStyle } from '../../state/last-style.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import './shape-options.css'

const { name, defaults } = kinds.shape

export function ShapeOptions() {
  const board = useBoard()
  const messages = useWorkspaceMessages().connecting
  const [form, setForm] = useState(() => (lastStyleOf(name).form ?? defaults.form) as ShapeForm)
  const focusBoard = () => board.view.get()?.element.focus({ preventScroll: true })
  return (
    <div className="shape-options tool-options">
      <FormList
        value={form}
        onLeave={focusBoard}
        onChoose={chosen => {
          rememberStyle(name, { form: chosen })
          setForm(chosen)
          announce(board, messages.formChosen(messages.form[chosen]))
          focusBoard()
        }}
      />
    </div>
  )
}
