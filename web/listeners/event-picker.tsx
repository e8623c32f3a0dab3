// Which events a listener receives: all, or those that are checked.

import { eventName, subjects, workspaceEventTypes } from '@tessera/contract'
import { useId, useState } from 'react'
import { allEvents, changesOf } from './event-choice.ts'
import { useListenersMessages } from './listeners-messages.ts'
import './event-picker.css'

interface EventPickerProps {
  readonly events: ReadonlySet<string>
  readonly onChange: (events: ReadonlySet<string>) => void
}

export function EventPicker({ events, onChange }: EventPickerProps) {
  const messages = useListenersMessages()
  const name = useId()
  const [isEverything, setEverything] = useState(events.size === allEvents.length)
  function choose(next: boolean) {
    setEverything(next)
    onChange(new Set(next ? allEvents : []))
  }
  return (
    <fieldset className="event-picker">
      <legend>{messages.events}</legend>
      <div className="event-picker-ways">
        <label>
          <input type="radio" name={name} checked={isEverything} onChange={() => choose(true)} />
          {messages.everything}
        </label>
        <label>
          <input type="radio" name={name} checked={!isEverything} onChange={() => choose(false)} />
          {messages.chosen}
        </label>
      </div>
      {!isEverything && <Boxes events={events} onChange={onChange} />}
    </fieldset>
  )
}

function Boxes({ events, onChange }: EventPickerProps) {
  const messages = useListenersMessages()
  const box = (type: string, label: string, spoken = label) => (
    <label key={type}>
      <input
        type="checkbox"
        aria-label={spoken}
        checked={events.has(type)}
        onChange={({ target }) =>
          onChange(target.checked ? new Set(events).add(type) : events.difference(new Set([type])))
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
            <strong>{messages.subjects[subject]}</strong>
            {changesOf(subject).map(change => (
              <div key={change} className={`event-picker-${change.toLowerCase()}`}>
                {box(
                  eventName(subject, change),
                  messages.changes[change],
                  `${messages.subjects[subject]} ${messages.changes[change]}`,
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="event-picker-rest">
        {workspaceEventTypes.map(type => box(type, messages.workspaceEvents[type]))}
      </div>
    </>
  )
}
