// The one page of the web that somebody uses at the moment, laid over its widget in a sandboxed frame. All others are
// painted still; so is this one where the site does not let itself be framed.

import type { BoardObject } from '@tessera/client'
import { useEffect, useRef } from 'react'
import { useBoard } from '../board/board.ts'
import { useObject } from '../board/live-hooks.ts'
import { OnBoard } from '../board/on-board.tsx'
import { IconButton } from '../chrome/icon-button.tsx'
import { useWatched } from '../watched.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { isFramed } from './framed.ts'
import './browser-frames.css'

export function BrowserFrames() {
  const board = useBoard()
  const view = useWatched(board.view)
  const object = useObject(useWatched(board.entered))
  if (!view || !object || !isFramed(object)) return null
  return (
    <OnBoard view={view} at={object} isScaled className="frame-place">
      <Frame object={object} />
    </OnBoard>
  )
}

const barHeight = 52

/** A page keeps its own origin, and with it what it stores; but never ours, or it could leave the sandbox. */
function sandboxFor(url: string): string {
  const common = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'
  return URL.parse(url)?.origin === window.location.origin ? common : `${common} allow-same-origin`
}

function Frame({ object }: { object: Extract<BoardObject, { contentWidth: number }> }) {
  const { entered, view } = useBoard()
  const words = useWorkspaceWords().frames
  const frame = useRef<HTMLIFrameElement>(null)
  const top = object.frameless ? 0 : barHeight
  useEffect(() => frame.current?.focus(), [])
  function leave() {
    entered.set(null)
    view.get()?.element.focus({ preventScroll: true })
  }
  return (
    <div className="frame" style={{ width: object.width, height: object.height, paddingTop: top }}>
      <iframe
        ref={frame}
        src={object.url}
        title={words.title(object.url)}
        sandbox={sandboxFor(object.url)}
        referrerPolicy="no-referrer"
        style={{ width: '100%', height: '100%' }}
      />
      <div className="frame-bar">
        <a href={object.url} target="_blank" rel="noreferrer">
          {words.openElsewhere}
        </a>
        <IconButton icon="close" label={words.leave} side="left" onClick={leave} />
      </div>
      <p className="frame-refused">{words.refused}</p>
    </div>
  )
}
