// Copies the style of the selected object, and pastes it on the selected ones.

import type { Change } from '@tessera/client'
import { storedValue } from '../../objects/style-controls.ts'
import { styleFor, styleOf } from '../../objects/transfer-style.ts'
import { announce, notify, type OpenBoard } from '../../state/board.ts'
import { findCopiedStyle, keepCopiedStyle } from '../../state/copied-style.ts'
import { selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { applyChanges } from '../changes/object-changes.ts'

/** The style of the first selected object that has one. */
export function copyStyle(board: OpenBoard): void {
  const style = selectedObjects(board)
    .map(styleOf)
    .find(one => Object.keys(one).length > 0)
  if (!style) return
  keepCopiedStyle(style)
  announce(board, useWorkspaceMessages.now().styling.copied)
}

export function pasteStyle(board: OpenBoard): void {
  const messages = useWorkspaceMessages.now().styling
  const style = findCopiedStyle()
  const styled = selectedObjects(board).map(object => ({ object, data: style ? styleFor(object, style) : {} }))
  const fitting = styled.filter(({ data }) => Object.keys(data).length > 0)
  if (!style || fitting.length === 0) {
    notify(board, style ? messages.nothingPasted : messages.nothingCopied)
    return
  }
  const changes = fitting.flatMap(({ object, data }): Change[] => {
    const changed = Object.entries(data).filter(([name, value]) => storedValue(object, name) !== value)
    return changed.length > 0 ? [{ op: 'update', id: object.id, data: Object.fromEntries(changed) }] : []
  })
  applyChanges(board, changes)
  announce(board, messages.pasted(fitting.length))
}
