// Imports files of other programs, or a board of Miro. The result is placed where the user pointed, or in free space;
// the progress and the report are in the list of transfers.

import { boardFileNames, type FileImportFormat, fileImportFormats, formats } from '@tessera/contract/formats'
import { type ChangeEvent, type DragEvent, type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { importFile, importFromMiro } from '../../actions/importing/import-file.ts'
import { isBoardFile } from '../../actions/importing/recognize-board-file.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import { useImportMessages } from './import-messages.ts'
import './import-dialog.css'

export default function ImportDialog() {
  const board = useBoard()
  const messages = useImportMessages()
  const [source, setSource] = useState<'file' | 'miro'>('file')
  const tabs = [
    { name: 'file', label: messages.fromFile },
    { name: 'miro', label: messages.fromMiro },
  ] as const
  return (
    <Dialog title={messages.title} width="wide" onClose={() => board.dialog.set(null)}>
      <Tabs label={messages.sources} tabs={tabs} current={source} onChange={setSource}>
        {source === 'file' ? <FileSource /> : <MiroSource />}
      </Tabs>
    </Dialog>
  )
}

function FileSource() {
  const board = useBoard()
  const messages = useImportMessages()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function take(files: readonly File[]) {
    const areBoards = await Promise.all(files.map(isBoardFile))
    const wrong = files.find((_, index) => !areBoards[index])
    if (wrong) return setError(messages.notBoard(wrong.name))
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
          {messages.drop} <span>{messages.or}</span>
        </p>
        <label className="button button-primary" htmlFor={id}>
          {messages.choose}
        </label>
        <input id={id} className="visually-hidden" type="file" multiple accept={boardFileNames} onChange={choose} />
      </div>
      <ErrorMessage text={error} />
      <dl className="import-formats">
        {fileImportFormats.map(format => (
          <div key={format}>
            <dt>{formats[format].title}</dt>
            <dd>
              {fileNamesOf(format)}: {messages.formats[format]}
            </dd>
          </div>
        ))}
      </dl>
      <p className="import-tip">{messages.tip}</p>
    </div>
  )
}

const fileNamesOf = (format: FileImportFormat) =>
  formats[format].extensions.map(extension => `.${extension}`).join(', ')

function MiroSource() {
  const board = useBoard()
  const messages = useImportMessages()
  const [address, setAddress] = useState('')
  const [token, setToken] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const at = board.placementPoint.get()
    board.dialog.set(null)
    void importFromMiro(board, { board: address.trim(), token: token.trim() }, at)
  }
  return (
    <form className="import-source" onSubmit={submit}>
      <TextField
        label={messages.miroBoard}
        required
        placeholder="https://miro.com/app/board/…"
        value={address}
        onChange={event => setAddress(event.target.value)}
      />
      <TextField
        label={messages.miroToken}
        type="password"
        autoComplete="off"
        required
        hint={messages.miroTokenHint}
        value={token}
        onChange={event => setToken(event.target.value)}
      />
      <div className="dialog-actions">
        <Button onClick={() => board.dialog.set(null)}>{messages.cancel}</Button>
        <Button type="submit" variant="primary">
          {messages.import}
        </Button>
      </div>
    </form>
  )
}
