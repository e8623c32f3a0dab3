// The minimap: the whole board with the visible part. Clicking or dragging moves the view.

import { type ThemeName, themes } from '@tessera/drawing'
import { useEffect, useRef } from 'react'
import { openMinimap } from '../../../canvas/minimap.ts'
import { useTheme } from '../../../ui/theme.ts'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import './minimap.css'

const frames: Readonly<Record<ThemeName, string>> = { light: '#0a6660', dark: '#6bd0c2' }
const shade = 'rgb(127 127 127 / 12%)'

export function Minimap() {
  const board = useBoard()
  const messages = useWorkspaceMessages().view
  const view = useObservable(board.view)
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!view || !canvas.current) return
    const map = openMinimap(canvas.current, view, { ground: themes[theme].board, frame: frames[theme], shade })
    return () => map.close()
  }, [view, theme])
  return <canvas ref={canvas} className="minimap" role="img" aria-label={messages.minimap} />
}
