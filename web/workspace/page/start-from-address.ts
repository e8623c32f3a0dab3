// Handles the parameters that the home page adds when it opens a workspace: `?export` opens the Export dialog once the
// board is loaded, and `?import=<id>` shows the progress of an import that was started there.

import type { OpenBoard } from '../state/board.ts'

export function startFromAddress(board: OpenBoard): () => void {
  const { pathname, search, hash } = window.location
  const asked = new URLSearchParams(search)
  const importId = asked.get('import')
  if (!asked.has('export') && importId === null) return () => {}
  const stop = board.live.onState(start)
  function start() {
    if (board.live.state !== 'live') return
    stop()
    window.history.replaceState(null, '', pathname + hash)
    if (asked.has('export')) board.dialog.set('export')
    if (importId !== null)
      void import('../actions/importing/import-file.ts').then(({ watchImport }) => watchImport(board, importId))
  }
  start()
  return stop
}
