// Points with a laser: a trail that everyone in the workspace sees for a moment. Nothing is stored.

import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import type { OpenBoard } from '../../state/board.ts'
import { ownLaser } from '../../state/laser-trails.ts'
import { colorOfPerson } from '../../state/person-color.ts'

export function laserTool({ laser, live }: OpenBoard): Tool {
  function point(pointer: ToolPointer) {
    const color = colorOfPerson(live.me?.id ?? 0)
    for (const { x, y } of pointer.trail) laser.point(ownLaser, color, { x, y }, performance.now())
    live.sendPresence({ cursor: { ...pointer.point, laser: true } })
  }

  function release() {
    laser.release(ownLaser)
    const cursor = live.people.get(live.me?.connection ?? '')?.cursor
    live.sendPresence({ cursor: cursor ? { x: cursor.x, y: cursor.y } : null })
  }

  return {
    down(pointer) {
      if (pointer.button !== 0) return false
      point(pointer)
      return true
    },
    move: point,
    up(pointer) {
      laser.release(ownLaser)
      live.sendPresence({ cursor: pointer.point })
    },
    cancel: release,
    hover: () => 'crosshair',
  }
}
