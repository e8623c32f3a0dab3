// The field for a comment, with a list of people to mention after an @. Enter sends it. The text is a draft until it is
// sent, so that nothing is lost.

import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { nameOf } from '../../../session/person-name.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useCaret } from '../../../ui/use-caret.ts'
import { submitComment } from '../../actions/comments/send-comment.ts'
import { announce, useBoard } from '../../state/board.ts'
import { type DraftTarget, draftKeyOf } from '../../state/comment-drafts.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { findMatching, type Member, openMentionAt, withMention } from './mentions.ts'
import { useMembers } from './use-members.ts'

interface CommentComposerProps {
  readonly target: DraftTarget
  readonly label: string
  readonly submitLabel: string
  /** The text to edit, if there is no draft. */
  readonly initialText?: string
  readonly isFocused?: boolean
  /** Called with the comment, or with null if it is sent later. */
  readonly onSent?: (id: string | null) => void
  /** Called when the user stops writing. The text stays a draft. */
  readonly onCancel?: () => void
}

export function CommentComposer({ target, label, submitLabel, initialText = '', ...rest }: CommentComposerProps) {
  const { isFocused = false, onSent, onCancel } = rest
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  const draft = useObservable(board.drafts).get(draftKeyOf(target))
  const text = draft?.text ?? initialText
  const field = useRef<HTMLTextAreaElement>(null)
  const caret = useCaret(field)
  const members = useMembers()
  const mention = openMentionAt(text, caret.at)
  const found = mention ? findMatching(members, mention.typed) : []
  const [picked, setPicked] = useState(0)
  const listId = useId()
  const send = useAction(async () => {
    const sent = await submitComment(board, target, text)
    announce(board, sent ? messages.sent : messages.waiting)
    onSent?.(sent?.id ?? null)
  })
  const canSend = text.trim() !== '' && text !== initialText

  function insertMention({ email }: Member) {
    if (!mention) return
    const next = withMention(text, caret.at, mention, email)
    board.drafts.write(target, next.text)
    caret.moveTo(next.caret)
    setPicked(0)
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    // The draft is kept, so the elements around the field may close.
    if (event.key === 'Escape' && found.length === 0 && !onCancel) return
    event.stopPropagation()
    if (found.length > 0 && pickByKey(event, found.length, picked, setPicked)) return
    const person = found[Math.min(picked, found.length - 1)]
    if (person && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      return insertMention(person)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      return found.length > 0 ? caret.track(0) : onCancel?.()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (canSend) void send.run()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSend) void send.run()
  }

  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: who opens the field wants to write
        autoFocus={isFocused}
        rows={2}
        value={text}
        maxLength={8_192}
        placeholder={'replyTo' in target ? messages.answerPlaceholder : messages.placeholder}
        aria-label={label}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${Math.min(picked, found.length - 1)}` : undefined}
        onChange={event => {
          board.drafts.write(target, event.target.value)
          caret.track(event.target.selectionStart)
        }}
        onSelect={event => caret.track(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      <MentionList id={listId} found={found} picked={Math.min(picked, found.length - 1)} onTake={insertMention} />
      {draft?.sendKey && !send.isBusy && <p className="composer-waiting">{messages.waiting}</p>}
      <ErrorMessage text={send.error ?? Object.values(send.fieldErrors)[0] ?? null} />
      {(onCancel || text !== '') && (
        <div className="composer-actions">
          {onCancel && (
            <Button
              variant="quiet"
              onClick={() => {
                board.drafts.remove(target)
                onCancel()
              }}
            >
              {messages.cancel}
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={send.isBusy || !canSend}>
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  )
}

function pickByKey(event: KeyboardEvent, count: number, picked: number, set: (next: number) => void): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return false
  event.preventDefault()
  set((picked + step + count) % count)
  return true
}

interface MentionListProps {
  readonly id: string
  readonly found: readonly Member[]
  readonly picked: number
  readonly onTake: (person: Member) => void
}

function MentionList({ id, found, picked, onTake }: MentionListProps) {
  const messages = useWorkspaceMessages().comments
  return (
    <div id={id} role="listbox" aria-label={messages.people} className="mention-list" hidden={found.length === 0}>
      {found.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === picked}
          className="mention"
          // The text field must keep the focus.
          onPointerDown={event => {
            event.preventDefault()
            onTake(person)
          }}
        >
          <Avatar person={person} />
          <span>
            {nameOf(person)}
            <small>{person.email}</small>
          </span>
        </div>
      ))}
    </div>
  )
}
