// Minimap, zoom and help in the corner; on a phone also the menu with everything else.

import type { Camera } from '@tessera/drawing'
import { useEffect, useState } from 'react'
import { ActionButton } from '../../buttons/action-button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { Minimap } from '../minimap/minimap.tsx'
import { MoreMenu } from './more-menu.tsx'
import { SnapMenu } from './snap-menu.tsx'
import './view-controls.css'

export function ViewControls() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const view = useObservable(board.view)
  const [isMapShown, showMap] = useState(() => window.innerWidth > 900)
  const zoom = useZoom()
  return (
    <div className="view-controls">
      {isMapShown && <Minimap />}
      <div className="view-controls-row">
        <IconButton
          icon="map"
          side="above"
          label={messages.view.map}
          aria-pressed={isMapShown}
          className="view-controls-map"
          onClick={() => showMap(!isMapShown)}
        />
        <ActionButton name="zoomOut" side="above" />
        <button
          type="button"
          className="view-controls-zoom"
          aria-label={messages.view.zoomIs(zoom)}
          onClick={() => view?.zoomTo(1, undefined, { animate: true })}
        >
          {messages.view.percent(zoom)}
        </button>
        <ActionButton name="zoomIn" side="above" />
        <ActionButton name="fit" side="above" />
        <SnapMenu />
        <ActionButton name="shortcuts" side="above" className="view-controls-help" />
        <MoreMenu />
      </div>
    </div>
  )
}

function useZoom(): number {
  const { view } = useBoard()
  const shown = useObservable(view)
  const [zoom, setZoom] = useState(100)
  useEffect(() => {
    const show = (camera: Camera) => setZoom(Math.round(camera.zoom * 100))
    if (shown) show(shown.camera)
    return shown?.onCamera(show)
  }, [shown])
  return zoom
}
