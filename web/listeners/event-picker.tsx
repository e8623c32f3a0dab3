// The events that a listener is told of: all, or those with a tick.

import { eventName, subjects, workspaceEvents, workspaceUserEvents } from '@tessera/contract'
import { useId, useState } from 'react'
import { allTypes, deeds } from './event-choice.ts'
import { useListenersWords } from './listeners-words.ts'
import './event-picker.css'

interface EventPickerProps {
  readonly types: ReadonlySet<string>
  readonly onChange: (types: ReadonlySet<string>) => void
}

export function EventPicker({ types, onChange }: EventPickerProps) {
  const words = useListenersWords()
  const name = useId()
  const [isEverything, setEverything] = useState(types.size === allTypes.length)
  function choose(next: boolean) {
    setEverything(next)
    onChange(new Set(next ? allTypes : []))
  }
  return (
    <fieldset className="event-picker">
      <legend>{words.events}</legend>
      <div className="event-picker-ways">
        <label>
          <input type="radio" name={name} checked={isEverything} onChange={() => choose(true)} />
          {words.everything}
        </label>
        <label>
          <input type="radio" name={name} checked={!isEverything} onChange={() => choose(false)} />
          {words.chosen}
        </label>
      </div>
      {!isEverything && <Boxes types={types} onChange={onChange} />}
    </fieldset>
  )
}

function Boxes({ types, onChange }: EventPickerProps) {
  const words = useListenersWords()
  const box = (type: string, label: string, spoken = label) => (
    <label key={type}>
      <input
        type="checkbox"
        aria-label={spoken}
        checked={types.has(type)}
        onChange={({ target }) =>
          onChange(target.checked ? new Set(types).add(type) : types.difference(new Set([type])))
        }
      />
      <span>{label}</span>
    </label>
  )
  return (
    <>
      <div className="event-picker-kinds">
        {subjects.map(subject => (
          <div key={subject}>
            <strong>{words.subjects[subject]}</strong>
            {deeds.map(deed =>
              box(eventName(subject, deed), words.deeds[deed], `${words.subjects[subject]} ${words.deeds[deed]}`),
            )}
          </div>
        ))}
      </div>
      <div className="event-picker-rest">
        {[...workspaceEvents, ...workspaceUserEvents].map(type => box(type, words.workspaceEvents[type]))}
      </div>
    </>
  )
}
