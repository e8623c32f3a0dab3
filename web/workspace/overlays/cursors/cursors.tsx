// The cursors of other users, with their names. They are moved without rendering. The service removes idle ones.

import type { LivePerson } from '@tessera/client'
import { useLayoutEffect, useRef } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { nameOf } from '../../../session/person-name.ts'
import { useBoard } from '../../state/board.ts'
import { useOtherPeople } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { colorOfPerson } from '../../state/person-color.ts'
import { AgentFrames } from './agent-frames.tsx'
import './cursors.css'

export function Cursors() {
  const board = useBoard()
  const view = useObservable(board.view)
  const { people } = useOtherPeople()
  if (!view) return null
  return (
    <div className="cursors" aria-hidden="true">
      <AgentFrames />
      {people.map(person => person.cursor && <Cursor key={person.connection} person={person} view={view} />)}
    </div>
  )
}

function Cursor({ person, view }: { person: LivePerson; view: BoardView }) {
  const element = useRef<HTMLDivElement>(null)
  const { x = 0, y = 0 } = person.cursor ?? {}
  useLayoutEffect(() => {
    const update = () => {
      const at = view.boardToScreen({ x, y })
      element.current?.style.setProperty('transform', `translate(${at.x}px, ${at.y}px)`)
    }
    update()
    return view.onCamera(update)
  }, [view, x, y])
  const color = colorOfPerson(person.id)
  return (
    <div ref={element} className="cursor">
      <svg width="18" height="22" viewBox="0 0 18 22" aria-hidden="true">
        <path d="M2 2l13 9.500-6 1.200-3.200 6.300z" fill={color} stroke="#fff" strokeWidth="1.500" />
      </svg>
      <span style={{ backgroundColor: color }}>{nameOf(person)}</span>
    </div>
  )
}
