// The field for people: email addresses, or members chosen from suggestions. A combobox: the focus stays in the field,
// arrow keys move through the list, Enter and Tab accept, Escape closes only the list.

import type { Client, WorkspaceUser } from '@tessera/client'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { TextField } from '../ui/text-field.tsx'
import { useCaret } from '../ui/use-caret.ts'
import { useSharingMessages } from './sharing-messages.ts'
import { askedFor, isAddress, openWordAt, type Suggestion, suggestionsFor, withAddress } from './suggest-people.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useFoundMembers } from './use-found-members.ts'
import './people-field.css'

interface PeopleFieldProps {
  readonly client: Client
  readonly organizationId: number
  /** The people who have access. */
  readonly people: readonly WorkspaceUser[]
  readonly mayAdd: (person: { readonly is_guest: boolean }) => boolean
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export function PeopleField({ client, organizationId, people, mayAdd, text, error, onChange }: PeopleFieldProps) {
  const messages = useSharingMessages()
  const field = useRef<HTMLInputElement>(null)
  const caret = useCaret(field)
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<number | null>(null)
  const listId = useId()
  const word = openWordAt(text, caret.at)
  const typed = word?.typed ?? ''
  const { members, mayList } = useFoundMembers(client, organizationId, askedFor(typed))
  const mine = members.filter(({ organization_role }) => mayAdd({ is_guest: organization_role.role_type === 'guest' }))
  const shown = isOpen && word ? suggestionsFor(mine, people, { typed, text }) : []
  const first = isAddress(typed) ? -1 : shown.findIndex(({ isHere }) => !isHere)
  const active = picked === null ? first : Math.min(picked, shown.length - 1)

  function take({ member, isHere }: Suggestion) {
    if (!word || isHere) return
    const next = withAddress(text, caret.at, word, member.email)
    onChange(next.text)
    caret.moveTo(next.caret)
    setOpen(false)
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || shown.length === 0) return
    const step = steps[event.key]
    const chosen = shown[active]
    if (step !== undefined) setPicked((Math.max(active, step < 0 ? 0 : -1) + step + shown.length) % shown.length)
    else if (event.key === 'Escape') setOpen(false)
    else if (chosen && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && !chosen.isHere)))
      take(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className="people-field">
      <TextField
        ref={field}
        label={messages.addPeople}
        hint={mayList ? messages.personHint : messages.emailHint}
        error={error}
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={shown[active] ? `${listId}${active}` : undefined}
        onChange={event => {
          onChange(event.target.value)
          caret.track(event.target.selectionStart ?? event.target.value.length)
          setPicked(null)
          setOpen(true)
        }}
        onSelect={event => caret.track(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SuggestionList id={listId} shown={shown} active={active} onTake={take} />
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
