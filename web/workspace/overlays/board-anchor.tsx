// Keeps an element at a point of the board while the camera moves, without rendering.

import type { Point } from '@tessera/drawing'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { BoardView } from '../../canvas/board-view.ts'

interface OnBoardProps {
  readonly view: BoardView
  readonly at: Point
  /** Scales with the board instead of keeping its size on the screen. */
  readonly isScaled?: boolean
  readonly className?: string
  readonly children: ReactNode
}

export function BoardAnchor({ view, at, isScaled = false, className = '', children }: OnBoardProps) {
  const element = useRef<HTMLDivElement>(null)
  const { x, y } = at
  useLayoutEffect(() => {
    const update = () => {
      const corner = view.boardToScreen({ x, y })
      const scale = isScaled ? ` scale(${view.camera.zoom})` : ''
      element.current?.style.setProperty('transform', `translate(${corner.x}px, ${corner.y}px)${scale}`)
    }
    update()
    return view.onCamera(update)
  }, [view, x, y, isScaled])
  return (
    <div ref={element} className={`on-board ${className}`}>
      {children}
    </div>
  )
}
