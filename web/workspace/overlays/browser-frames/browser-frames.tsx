// The one page of the web that somebody uses at the moment, laid over its widget: in a sandboxed frame where the page may
// be framed, and as a still picture with a way to open it elsewhere where it may not. All others are painted still.

import type { WebPage } from '@tessera/client'
import { useEffect, useRef, useState } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { type BrowserWidget, isBrowserWidget } from '../../objects/browser-object.ts'
import { useBoard } from '../../state/board.ts'
import { useLiveState, useObject } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { findPreview, type PagePreview } from '../../state/page-previews.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { BoardAnchor } from '../board-anchor.tsx'
import { PageFrame } from './page-frame.tsx'
import { PagePreviewCard, type PreviewReason } from './page-preview-card.tsx'
import './browser-frames.css'

export function BrowserFrames() {
  const board = useBoard()
  const view = useObservable(board.view)
  const object = useObject(useObservable(board.activeBrowserId))
  if (!view || !object || !isBrowserWidget(object)) return null
  return (
    <BoardAnchor view={view} at={object} isScaled className="frame-place">
      <Entered key={`${object.id} ${object.url}`} object={object} />
    </BoardAnchor>
  )
}

const barHeight = 52
/** Smaller than this, a page is too small to be used. */
const leastZoom = 0.45
/** Beyond this, words and buttons would no longer fit into the window. */
const mostLarger = 1.6

function Entered({ object }: { object: BrowserWidget }) {
  const { activeBrowserId: entered, view, pagePreviews: stills } = useBoard()
  const words = useWorkspaceWords().frames
  const still = findPreview(useObservable(stills), object)
  const isOffline = useLiveState() === 'offline'
  const [isShownAnyway, setShownAnyway] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on entering
  useEffect(() => {
    stills.request(object)
    const shown = view.get()
    if (shown && shown.camera.zoom < leastZoom) shown.goTo(object.id, { animate: true })
  }, [])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => keepLegible(view.get(), place.current), [view])
  const page = still?.page ?? null
  const why = isOffline ? 'offline' : whyNot(still?.state ?? 'asking', page?.framing)
  const isLive = why === null || isShownAnyway
  function leave() {
    entered.set(null)
    view.get()?.element.focus({ preventScroll: true })
  }
  const top = object.frameless ? 0 : barHeight
  return (
    <div ref={place} className="frame" style={{ width: object.width, height: object.height, paddingTop: top }}>
      {isLive ? (
        <PageFrame object={object} page={page} />
      ) : (
        <PagePreviewCard object={object} page={page} why={why} onShow={() => setShownAnyway(true)} />
      )}
      <div className="frame-bar">
        {isLive && (
          <a href={object.url} target="_blank" rel="noreferrer">
            {words.openElsewhere}
          </a>
        )}
        <IconButton icon="close" label={words.leave} side="left" onClick={leave} />
      </div>
    </div>
  )
}

/** What is to be read and pressed keeps about its size on the screen when the board is far away. */
function keepLegible(view: BoardView | null, element: HTMLElement | null) {
  const place = () => {
    const larger = Math.min(mostLarger, Math.max(1, 1 / (view?.camera.zoom ?? 1)))
    element?.style.setProperty('--larger', larger.toFixed(2))
  }
  place()
  return view?.onCamera(place)
}

/** Null where it can be shown live. What was found out before holds while it is asked for anew. */
function whyNot(state: PagePreview['state'], framing: WebPage['framing'] | undefined): PreviewReason | null {
  if (framing === 'allowed') return null
  if (framing === undefined) return state === 'asking' ? 'asking' : 'unknown'
  return framing
}
