// Imports files of other programs, or a board of Miro. What is imported is placed where the user pointed, or in free
// space; the progress and the report are in the list of transfers.

import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { importFile } from '../../actions/importing/import-file.ts'
import { boardFileTypes, isBoardFile } from '../../actions/importing/recognize-board-file.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useImportWords } from './import-words.ts'
import './import-dialog.css'

export default function ImportDialog() {
  const board = useBoard()
  const words = useImportWords()
  return (
    <Dialog title={words.title} width="wide" onClose={() => board.dialog.set(null)}>
      <FileSource />
    </Dialog>
  )
}

function FileSource() {
  const board = useBoard()
  const words = useImportWords()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function take(files: readonly File[]) {
    const areBoards = await Promise.all(files.map(isBoardFile))
    const wrong = files.find((_, index) => !areBoards[index])
    if (wrong) return setError(words.notBoard(wrong.name))
    const at = board.placementPoint.get()
    board.dialog.set(null)
    for (const file of files) await importFile(board, file, at)
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    target.value = ''
    void take(files)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <div className="import-source">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button */}
      <div
        className={`import-drop ${isOver ? 'import-drop-over' : ''}`}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <p>
          {words.drop} <span>{words.or}</span>
        </p>
        <label className="button button-primary" htmlFor={id}>
          {words.choose}
        </label>
        <input id={id} className="visually-hidden" type="file" multiple accept={boardFileTypes} onChange={choose} />
      </div>
      <ErrorMessage text={error} />
      <dl className="import-formats">
        {words.formats.map(([name, files]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{files}</dd>
          </div>
        ))}
      </dl>
      <p className="import-tip">{words.tip}</p>
    </div>
  )
}
