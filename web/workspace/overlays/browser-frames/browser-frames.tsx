// The web page in use, laid over its object: in a sandboxed frame if the page allows framing, otherwise as a preview with
// a link to it. All other web pages are painted on the canvas.

import type { WebPage } from '@tessera/client'
import { useEffect, useRef, useState } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { type BrowserWidget, isBrowserWidget } from '../../objects/browser-object.ts'
import { useBoard } from '../../state/board.ts'
import { useLiveState, useObject } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { findPreview, type PagePreview } from '../../state/page-previews.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
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
      <ActiveBrowser key={`${object.id} ${object.url}`} object={object} />
    </BoardAnchor>
  )
}

const barHeight = 52
/** Below this zoom a page is too small to use. */
const minZoom = 0.45
/** Above this scale text and buttons would no longer fit into the frame. */
const maxScale = 1.6

function ActiveBrowser({ object }: { object: BrowserWidget }) {
  const { activeBrowserId, view, pagePreviews } = useBoard()
  const messages = useWorkspaceMessages().frames
  const preview = findPreview(useObservable(pagePreviews), object)
  const isOffline = useLiveState() === 'offline'
  const [isForced, setForced] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on entering
  useEffect(() => {
    pagePreviews.request(object)
    const shown = view.get()
    if (shown && shown.camera.zoom < minZoom) shown.goTo(object.id, { animate: true })
  }, [])
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => keepControlsReadable(view.get(), element.current), [view])
  const page = preview?.page ?? null
  const reason = isOffline ? 'offline' : reasonAgainstFrame(preview?.state ?? 'loading', page?.framing)
  const isFrame = reason === null || isForced
  function leave() {
    activeBrowserId.set(null)
    view.get()?.element.focus({ preventScroll: true })
  }
  const top = object.frameless ? 0 : barHeight
  return (
    <div ref={element} className="frame" style={{ width: object.width, height: object.height, paddingTop: top }}>
      {isFrame ? (
        <PageFrame object={object} page={page} />
      ) : (
        <PagePreviewCard object={object} page={page} reason={reason} onShow={() => setForced(true)} />
      )}
      <div className="frame-bar">
        {isFrame && (
          <a href={object.url} target="_blank" rel="noreferrer">
            {messages.openInNewTab}
          </a>
        )}
        <IconButton icon="close" label={messages.leave} side="left" onClick={leave} />
      </div>
    </div>
  )
}

/** Text and controls keep about the same size on the screen when the board is zoomed out. */
function keepControlsReadable(view: BoardView | null, element: HTMLElement | null) {
  const update = () => {
    const scale = Math.min(maxScale, Math.max(1, 1 / (view?.camera.zoom ?? 1)))
    element?.style.setProperty('--larger', scale.toFixed(2))
  }
  update()
  return view?.onCamera(update)
}

/** Null if the page can be shown in a frame. A known result stays valid while the page is loaded again. */
function reasonAgainstFrame(
  state: PagePreview['state'],
  framing: WebPage['framing'] | undefined,
): PreviewReason | null {
  if (framing === 'allowed') return null
  if (framing === undefined) return state === 'loading' ? 'loading' : 'unknown'
  return framing
}
