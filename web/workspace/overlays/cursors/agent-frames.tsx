// Where agents work on the board: a frame around the objects they last read or changed, with their name. It is moved
// without rendering.

import type { LivePerson } from '@tessera/client'
import { useLayoutEffect, useRef } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { nameOf } from '../../../session/person-name.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useAgents } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { colorOfPerson } from '../../state/person-color.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function AgentFrames() {
  const view = useObservable(useBoard().view)
  const agents = useAgents()
  if (!view) return null
  return agents.map(
    person =>
      person.agent?.at && <AgentFrame key={person.connection} person={person} at={person.agent.at} view={view} />,
  )
}

interface AgentFrameProps {
  readonly person: LivePerson
  readonly at: NonNullable<NonNullable<LivePerson['agent']>['at']>
  readonly view: BoardView
}

/** The padding of the frame, in pixels. */
const margin = 10

function AgentFrame({ person, at, view }: AgentFrameProps) {
  const messages = useWorkspaceMessages().people
  const element = useRef<HTMLDivElement>(null)
  const { x, y, width, height } = at
  useLayoutEffect(() => {
    const update = () => {
      const start = view.boardToScreen({ x, y })
      const end = view.boardToScreen({ x: x + width, y: y + height })
      const style = element.current?.style
      style?.setProperty('transform', `translate(${start.x - margin}px, ${start.y - margin}px)`)
      style?.setProperty('width', `${end.x - start.x + 2 * margin}px`)
      style?.setProperty('height', `${end.y - start.y + 2 * margin}px`)
    }
    update()
    return view.onCamera(update)
  }, [view, x, y, width, height])
  const color = colorOfPerson(person.id)
  return (
    <div ref={element} className="agent-frame" style={{ borderColor: color }}>
      <span style={{ backgroundColor: color }}>
        <Icon name="agent" /> {messages.agentFor(person.agent?.name ?? null, nameOf(person), person.type === 'bot')}
      </span>
    </div>
  )
}
