// Draws connectors: by dragging from one object or point to another, or by clicking one and then the other.

import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { createConnector, nameOfEnd } from '../../actions/connecting/connect-objects.ts'
import { isFree } from '../../objects/connecting/connector-anchors.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { showConnecting } from '../../state/connecting.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { connectGesture, endFor, showConnector, stopShowing } from '../connect-gesture.ts'
import { endAt } from '../end-at.ts'
import type { ToolGesture } from '../tool-gesture.ts'

export function connectorTool(board: OpenBoard, view: BoardView): Tool {
  let gesture: ToolGesture | null = null

  function begin(pointer: ToolPointer): ToolGesture {
    const chosen = board.connecting.get().from
    const from = chosen ?? endAt(view, pointer)
    return connectGesture(board, view, {
      start: pointer,
      from,
      onClick() {
        if (!chosen) return choose(pointer)
        const to = endFor(view, pointer, chosen)
        showConnecting(board, { from: null })
        createConnector(board, chosen, to)
      },
    })
  }

  function choose(pointer: ToolPointer) {
    const from = endAt(view, pointer)
    showConnecting(board, { from, target: isFree(from) ? null : from })
    const messages = useWorkspaceMessages.now().connecting
    announce(board, `${nameOfEnd(board, from)}. ${messages.chooseTarget}`)
  }

  return {
    down(pointer) {
      if (pointer.button !== 0) return false
      gesture = begin(pointer)
      return true
    },
    move: pointer => gesture?.move(pointer),
    up(pointer) {
      gesture?.up(pointer)
      gesture = null
    },
    cancel() {
      gesture?.cancel()
      gesture = null
    },
    hover(pointer) {
      const { from } = board.connecting.get()
      if (!pointer) {
        if (from) stopShowing(board)
        showConnecting(board, { target: null })
        return undefined
      }
      const end = from ? endFor(view, pointer, from) : endAt(view, pointer)
      if (from) showConnector(board, from, end)
      else showConnecting(board, { target: isFree(end) ? null : end })
      return 'crosshair'
    },
  }
}
