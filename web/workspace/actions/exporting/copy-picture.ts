// Copies a part of the board as a picture. The clipboard is written during the press, with a promise of the content:
// Safari refuses it later.

import { describeFailure } from '../../../ui/use-action.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { fetchPicture, type PictureQuery } from './fetch-picture.ts'

export async function copyPicture(
  board: OpenBoard,
  format: 'png' | 'svg',
  query: PictureQuery | Promise<PictureQuery>,
): Promise<void> {
  const messages = useWorkspaceMessages.now().clipboard
  let failure: unknown
  const content = Promise.resolve(query)
    .then(asked => fetchPicture(board, asked))
    // Browsers write an SVG only as text, which design programs accept.
    .then(picture => (format === 'png' ? picture : new Blob([picture], { type: 'text/plain' })))
  content.catch(error => {
    failure = error
  })
  try {
    await navigator.clipboard.write([new ClipboardItem({ [format === 'png' ? 'image/png' : 'text/plain']: content })])
    notify(board, messages.pictureCopied[format])
  } catch {
    notify(board, failure ? await describeFailure(failure) : messages.pictureRefused)
  }
}
