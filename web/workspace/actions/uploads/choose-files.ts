// Opens the file chooser and places the uploaded files where the user pointed, or in the middle of the view.

import type { Point } from '@tessera/drawing'
import { acceptedFiles } from '../../kinds/index.ts'
import type { OpenBoard } from '../../state/board.ts'
import { middleOfView } from '../room/find-room.ts'
import { uploadFiles } from './upload-files.ts'

export function chooseFiles(board: OpenBoard, at?: Point): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = acceptedFiles
  input.dataset.tessera = 'files'
  input.hidden = true
  input.addEventListener('change', () => {
    const view = board.view.get()
    const files = [...(input.files ?? [])]
    input.remove()
    if (!view || files.length === 0) return
    void uploadFiles(board, files, at ?? middleOfView(view))
  })
  input.addEventListener('cancel', () => input.remove())
  // Some browsers drop an input that is not in the document.
  document.body.append(input)
  input.click()
}
