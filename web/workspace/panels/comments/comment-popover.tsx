// Comments beside their target: an object, or a point of the board. They follow the board; on a phone they are a bottom
// sheet.

import type { BoardObject, Comment } from '@tessera/client'
import type { Box } from '@tessera/drawing'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { plainTextOf } from '../../objects/abilities.ts'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { draftKeyOf } from '../../state/comment-drafts.ts'
import { type CommentPlace, isShown, pointOf, threadsOf } from '../../state/comment-threads.ts'
import { useCommentsOn, useObject, useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { CommentComposer } from './comment-composer.tsx'
import { Thread } from './comment-thread.tsx'
import { LostDrafts, useLostDrafts } from './lost-drafts.tsx'
import { popoverPosition } from './popover-position.ts'
import './comments-panel.css'
import './comment-popover.css'

export function CommentPopover({ place }: { place: CommentPlace }) {
  if ('objectId' in place) return <ObjectComments key={place.objectId} objectId={place.objectId} />
  if ('threadId' in place) return <PlacedThread key={place.threadId} threadId={place.threadId} />
  return <NewPlacedThread key={draftKeyOf({ at: place.point })} place={place} />
}

function ObjectComments({ objectId }: { objectId: string }) {
  const board = useBoard()
  const object = useObject(objectId)
  useEffect(() => {
    if (!object) board.commentPlace.set(null)
  }, [board, object])
  return object && <CommentsOnObject object={object} />
}

function CommentsOnObject({ object }: { object: BoardObject }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const comments = useCommentsOn(object.id)
  const filter = useObservable(board.commentFilter)
  const { canComment } = useRights()
  const lost = useLostDrafts(comments)
  const threads = threadsOf(comments)
  const shown = threads.filter(thread => isShown(thread, filter))
  const hidden = threads.length - shown.length
  const title = messages.comments.about(messages.kinds[object.kind], plainTextOf(object))
  return (
    <Popover title={title} about={view => view.boundsOf(object.id)}>
      {threads.length === 0 && !canComment && <p className="side-panel-empty">{messages.comments.noneHere}</p>}
      {shown.map(({ first, replies }) => (
        <Thread key={first.id} first={first} replies={replies} />
      ))}
      <LostDrafts drafts={lost} />
      {hidden > 0 && (
        <button type="button" className="thread-answer" onClick={() => board.commentFilter.set('all')}>
          {messages.comments.showResolved(hidden)}
        </button>
      )}
      {canComment && (
        <CommentComposer
          target={{ on: board.live.idOf(object.id) }}
          label={messages.comments.write}
          submitLabel={messages.comments.send}
          isFocused={shown.length === 0}
        />
      )}
    </Popover>
  )
}

function PlacedThread({ threadId }: { threadId: string }) {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  const placed = useCommentsOn(null)
  const comments = placed.filter(({ id, parent }) => id === threadId || parent === threadId)
  const lost = useLostDrafts(comments)
  const [thread] = threadsOf(comments)
  const known = useRef<Comment>(undefined)
  known.current = thread?.first ?? known.current
  const point = known.current && pointOf(known.current)
  const isOver = known.current !== undefined && !thread && lost.length === 0
  useEffect(() => {
    if (isOver) board.commentPlace.set(null)
  }, [board, isOver])
  // A comment that was just sent may not have arrived yet.
  if (!known.current) return null
  return (
    <Popover title={messages.onBoard} about={() => point && { ...point, width: 0, height: 0 }}>
      {thread && <Thread first={thread.first} replies={thread.replies} isAnswered />}
      <LostDrafts drafts={lost} />
    </Popover>
  )
}

function NewPlacedThread({ place }: { place: Extract<CommentPlace, { point: unknown }> }) {
  const board = useBoard()
  const messages = useWorkspaceMessages().comments
  const { canComment } = useRights()
  useEffect(() => {
    if (!canComment) board.commentPlace.set(null)
  }, [board, canComment])
  return (
    <Popover title={messages.onBoard} about={() => ({ ...place.point, width: 0, height: 0 })}>
      <CommentComposer
        target={{ at: place.point }}
        label={messages.write}
        submitLabel={messages.send}
        isFocused
        onSent={threadId => {
          // Unless the user has moved the focus elsewhere.
          if (threadId && board.commentPlace.get() === place) board.commentPlace.set({ threadId })
        }}
      />
    </Popover>
  )
}

interface PopoverProps {
  readonly title: string
  /** The box that it is placed beside, in board units. */
  readonly about: (view: BoardView) => Box | null | undefined
  readonly children: ReactNode
}

function Popover({ title, about, children }: PopoverProps) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useBeside(section, about)
  useClosedByClick(board)
  // In a layout effect, before the first paint: the next key is meant for what the user sees.
  useLayoutEffect(() => {
    const element = section.current
    if (!element?.contains(document.activeElement)) element?.focus({ preventScroll: true })
  }, [])
  function close() {
    board.commentPlace.set(null)
    board.view.get()?.element.focus({ preventScroll: true })
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <section ref={section} className="comment-popover" aria-labelledby={id} tabIndex={-1} onKeyDown={press}>
      <header className="comment-popover-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={messages.close} shortcut="cancel" side="left" onClick={close} />
      </header>
      <div className="comment-popover-inside">{children}</div>
    </section>
  )
}

/** Keeps the element beside its target, without rendering. */
function useBeside(section: RefObject<HTMLElement | null>, about: PopoverProps['about']): void {
  const board = useBoard()
  const target = useRef(about)
  target.current = about
  useLayoutEffect(() => {
    const [element, view] = [section.current, board.view.get()]
    if (!element || !view) return
    const boxOfTarget = () => target.current(view)
    function place() {
      const box = boxOfTarget()
      if (!element || !view || !box || isNarrow()) return
      const { x, y } = view.boardToScreen(box)
      const { zoom } = view.camera
      const onScreen = { x, y, width: box.width * zoom, height: box.height * zoom }
      const at = popoverPosition(onScreen, { width: element.offsetWidth, height: element.offsetHeight }, roomIn(view))
      element.style.setProperty('transform', `translate(${at.x}px, ${at.y}px)`)
    }
    place()
    const box = boxOfTarget()
    if (box && (isNarrow() ? view.isCovered(box) : isOutside(view, box))) view.reveal(box, { animate: true })
    const resized = new ResizeObserver(place)
    resized.observe(element)
    const stops = [view.onCamera(place), board.live.onChange(place), board.overrides.subscribe(place)]
    return () => {
      resized.disconnect()
      for (const stop of stops) stop()
    }
  }, [board, section])
}

/** The space between the bars at the top, the left and the bottom. */
const roomIn = ({ size }: BoardView): Box => ({ x: 72, y: 68, width: size.width - 84, height: size.height - 80 })

function isOutside({ viewBox: view }: BoardView, box: Box): boolean {
  const isBeside = box.x > view.x + view.width || box.x + box.width < view.x
  return isBeside || box.y > view.y + view.height || box.y + box.height < view.y
}

/** A click on the board, not a pan, closes it. The text stays a draft. */
function useClosedByClick({ view, commentPlace }: OpenBoard): void {
  useEffect(() => {
    const surface = view.get()?.element
    let start: { x: number; y: number; place: CommentPlace | null } | null = null
    const down = ({ clientX: x, clientY: y }: PointerEvent) => {
      start = { x, y, place: commentPlace.get() }
    }
    const up = ({ clientX, clientY }: PointerEvent) => {
      const isClick = start !== null && Math.hypot(clientX - start.x, clientY - start.y) < 6
      if (isClick && commentPlace.get() === start?.place) commentPlace.set(null)
      start = null
    }
    surface?.addEventListener('pointerdown', down)
    surface?.addEventListener('pointerup', up)
    return () => {
      surface?.removeEventListener('pointerdown', down)
      surface?.removeEventListener('pointerup', up)
    }
  }, [view, commentPlace])
}
