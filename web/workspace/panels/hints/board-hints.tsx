// Hints on an empty board.

import { runAction } from '../../actions/action-table.ts'
import { keyLabelOf } from '../../actions/shortcuts/shortcut-list.ts'
import { useBoard } from '../../state/board.ts'
import { useBoardVersion, useLiveState, useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import './board-hints.css'

export function BoardHints() {
  const board = useBoard()
  const words = useWorkspaceWords().hints
  const { canEdit } = useRights()
  useBoardVersion()
  const state = useLiveState()
  const lifted = useObservable(board.overrides)
  if (state === 'connecting' || board.live.objects.size > 0 || lifted.size > 0) return null
  const isTouched = window.matchMedia('(hover: none)').matches
  return (
    <div className="board-hints">
      <p className="board-hints-title">{canEdit ? words.empty : words.emptyForViewers}</p>
      {canEdit && (
        <ul className="board-hints-list">
          <li>{isTouched ? words.doubleTap : words.doubleClick}</li>
          <li>{words.draw}</li>
          <li>{isTouched ? words.upload : words.drop}</li>
          <li>
            <button type="button" className="board-hints-import" onClick={() => runAction(board, 'import')}>
              {words.import}
            </button>
          </li>
          {!isTouched && (
            <li>
              {words.keys} <kbd>{keyLabelOf('shortcuts')}</kbd>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
