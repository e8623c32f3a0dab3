// Hints on an empty board.

import { runAction } from '../../actions/action-table.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { useBoard } from '../../state/board.ts'
import { useBoardVersion, useLiveState, useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import './board-hints.css'

export function BoardHints() {
  const board = useBoard()
  const messages = useWorkspaceMessages().hints
  const { canEdit } = useRights()
  useBoardVersion()
  const state = useLiveState()
  const lifted = useObservable(board.overrides)
  if (state === 'connecting' || board.live.objects.size > 0 || lifted.size > 0) return null
  const isTouched = window.matchMedia('(hover: none)').matches
  return (
    <div className="board-hints">
      <p className="board-hints-title">{canEdit ? messages.empty : messages.emptyForViewers}</p>
      {canEdit && (
        <ul className="board-hints-list">
          <li>{isTouched ? messages.doubleTap : messages.doubleClick}</li>
          <li>{messages.draw}</li>
          <li>{isTouched ? messages.upload : messages.drop}</li>
          <li>
            <button type="button" className="board-hints-import" onClick={() => runAction(board, 'import')}>
              {messages.import}
            </button>
          </li>
          {!isTouched && (
            <li>
              {messages.keys} <kbd>{keyLabelOf('shortcuts')}</kbd>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
