// The uploads in progress, each at its future position on the board.

import { type Upload, uploads } from '../../actions/uploads/upload-files.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { BoardAnchor } from '../board-anchor.tsx'
import './upload-cards.css'

export function UploadCards() {
  const board = useBoard()
  const list = useObservable(uploads)
  const view = useObservable(board.view)
  if (!view) return null
  return list.map(upload => (
    <BoardAnchor key={upload.key} view={view} at={upload.at}>
      <UploadCard upload={upload} />
    </BoardAnchor>
  ))
}

function UploadCard({ upload }: { upload: Upload }) {
  const messages = useWorkspaceMessages()
  const percent = Math.round(upload.progress * 100)
  return (
    <div className="upload-card">
      <p className="upload-card-name">{upload.name}</p>
      {upload.error === null ? (
        <progress max={100} value={percent} aria-label={messages.uploads.progress(upload.name, percent)} />
      ) : (
        <>
          <p role="alert" className="upload-card-fault">
            {upload.error}
          </p>
          <div className="upload-card-actions">
            <IconButton icon="redo" label={messages.uploads.again} onClick={upload.retry} />
            <IconButton icon="close" label={messages.uploads.dismiss} onClick={upload.dismiss} />
          </div>
        </>
      )}
    </div>
  )
}
