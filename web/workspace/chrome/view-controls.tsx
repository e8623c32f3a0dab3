// The corner with the map, the zoom and the help; on a phone with all that has no other place.

import type { Camera } from '@tessera/drawing'
import { useEffect, useState } from 'react'
import { useBoard } from '../board/board.ts'
import { Minimap } from '../minimap/minimap.tsx'
import { isMac, sayKeys } from '../shortcuts/match-key.ts'
import { useWatched } from '../watched.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { IconButton } from './icon-button.tsx'
import { MoreMenu } from './more-menu.tsx'
import './view-controls.css'

export function ViewControls() {
  const board = useBoard()
  const words = useWorkspaceWords()
  const view = useWatched(board.view)
  const [isMapShown, showMap] = useState(() => window.innerWidth > 900)
  const zoom = useZoom()
  return (
    <div className="view-controls">
      {isMapShown && <Minimap />}
      <div className="view-controls-row">
        <IconButton
          icon="map"
          side="above"
          label={words.view.map}
          aria-pressed={isMapShown}
          className="view-controls-map"
          onClick={() => showMap(!isMapShown)}
        />
        <IconButton
          icon="minus"
          side="above"
          label={words.view.zoomOut}
          keys="−"
          onClick={() => view?.zoomBy(0.8, undefined, { animate: true })}
        />
        <button
          type="button"
          className="view-controls-zoom"
          aria-label={words.view.zoomIs(zoom)}
          onClick={() => view?.zoomTo(1, undefined, { animate: true })}
        >
          {zoom} %
        </button>
        <IconButton
          icon="plus"
          side="above"
          label={words.view.zoomIn}
          keys="+"
          onClick={() => view?.zoomBy(1.25, undefined, { animate: true })}
        />
        <IconButton
          icon="fit"
          side="above"
          label={words.view.fit}
          keys={sayKeys('shift+1', isMac())}
          onClick={() => view?.fit(undefined, { animate: true })}
        />
        <IconButton
          icon="help"
          side="above"
          label={words.shortcuts.title}
          keys="?"
          className="view-controls-help"
          onClick={() => board.dialog.set('shortcuts')}
        />
        <MoreMenu />
      </div>
    </div>
  )
}

function useZoom(): number {
  const { view } = useBoard()
  const shown = useWatched(view)
  const [zoom, setZoom] = useState(100)
  useEffect(() => {
    const show = (camera: Camera) => setZoom(Math.round(camera.zoom * 100))
    if (shown) show(shown.camera)
    return shown?.onCamera(show)
  }, [shown])
  return zoom
}
