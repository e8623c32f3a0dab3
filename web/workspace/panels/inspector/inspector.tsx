// The inspector: style and position of the selected objects, a control for each field they have in common.

import type { BoardObject } from '@tessera/client'
import { useRef } from 'react'
import { updateObjects } from '../../actions/changes/object-changes.ts'
import { useBoard } from '../../state/board.ts'
import { useRights, useSelected } from '../../state/live-hooks.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { ControlField } from './control-field.tsx'
import { type Control, controlsOf } from './controls.ts'
import { useInspectorSide } from './inspector-side.ts'
import './inspector.css'

const positionFields = ['x', 'y', 'width', 'height', 'scale']

export function Inspector() {
  const board = useBoard()
  const words = useWorkspaceWords()
  const selected = useSelected()
  const { canEdit } = useRights()
  const section = useRef<HTMLElement>(null)
  const side = useInspectorSide(section)
  const controls = controlsOf(selected)
  if (!canEdit || controls.length === 0) return null
  const change = (name: string, value: unknown) =>
    updateObjects(board, selected, { [name]: value }, `${name} ${selected.map(({ id }) => id).join(' ')}`)
  const [positionControls, styleControls] = split(controls)
  return (
    <section ref={section} className={`inspector inspector-${side}`} aria-label={words.inspector.title}>
      <h2 className="inspector-title">{titleFor(selected, words)}</h2>
      <Group controls={styleControls} selected={selected} onChange={change} />
      <details className="inspector-place">
        <summary>{words.inspector.place}</summary>
        <Group controls={positionControls} selected={selected} onChange={change} />
      </details>
    </section>
  )
}

interface GroupProps {
  readonly controls: readonly Control[]
  readonly selected: readonly BoardObject[]
  readonly onChange: (name: string, value: unknown) => void
}

function Group({ controls, selected, onChange }: GroupProps) {
  const { history } = useBoard()
  const [first] = selected
  if (!first) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for a control losing focus
    <div className="inspector-group" onBlur={() => history.endGesture()}>
      {controls.map(control => (
        <ControlField
          key={`${selected.map(({ id }) => id).join(' ')} ${control.name}`}
          control={control}
          kind={first.kind}
          onChange={value => onChange(control.name, value)}
        />
      ))}
    </div>
  )
}

const split = (controls: readonly Control[]): [Control[], Control[]] => [
  controls.filter(({ name }) => positionFields.includes(name)),
  controls.filter(({ name }) => !positionFields.includes(name)),
]

function titleFor(selected: readonly BoardObject[], words: ReturnType<typeof useWorkspaceWords>): string {
  const [first] = selected
  if (!first) return ''
  return selected.length === 1 ? words.kinds[first.kind] : words.inspector.several(selected.length)
}
