// The outline panel. While it is closed, the list is hidden but available to screen readers.

import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { SidePanel } from '../side-panel/side-panel.tsx'
import { OutlineList } from './outline-list.tsx'

export function OutlinePanel() {
  return (
    <SidePanel title={useWorkspaceMessages().outline.title}>
      <OutlineList />
    </SidePanel>
  )
}

export function HiddenOutline() {
  const { panel } = useBoard()
  const messages = useWorkspaceMessages().outline
  if (useObservable(panel) === 'outline') return null
  return (
    <nav className="outline-unseen" aria-label={messages.title}>
      <OutlineList />
    </nav>
  )
}
