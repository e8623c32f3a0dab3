// Files on their way, each where it will be on the board.

import { type Upload, uploads } from '../../actions/uploads/upload-files.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { useBoard } from '../../state/board.ts'
import { useWatched } from '../../state/observable.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { OnBoard } from '../board-anchor.tsx'
import './upload-cards.css'

export function UploadCards() {
  const board = useBoard()
  const list = useWatched(uploads)
  const view = useWatched(board.view)
  if (!view) return null
  return list.map(upload => (
    <OnBoard key={upload.key} view={view} at={upload.at}>
      <UploadCard upload={upload} />
    </OnBoard>
  ))
}

function UploadCard({ upload }: { upload: Upload }) {
  const words = useWorkspaceWords()
  const percent = Math.round(upload.share * 100)
  return (
    <div className="upload-card">
      <p className="upload-card-name">{upload.name}</p>
      {upload.fault === null ? (
        <progress max={100} value={percent} aria-label={words.uploads.progress(upload.name, percent)} />
      ) : (
        <>
          <p role="alert" className="upload-card-fault">
            {upload.fault}
          </p>
          <div className="upload-card-acts">
            <IconButton icon="redo" label={words.uploads.again} onClick={upload.again} />
            <IconButton icon="close" label={words.uploads.dismiss} onClick={upload.dismiss} />
          </div>
        </>
      )}
    </div>
  )
}
