// The label and the icon of an action on a button or in a menu. Some depend on what the action would do.

import { rendererOf } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import { workspaceKindOf } from '../kinds/index.ts'
import type { OpenLabel } from '../kinds/kind-definition.ts'
import type { WorkspaceMessages } from '../workspace-messages.ts'
import type { ActionContext } from './action-context.ts'
import { type ActionName, actions, isAllPinned } from './action-table.ts'

export function labelOfAction(
  name: ActionName,
  context: ActionContext,
  { actions: labels }: WorkspaceMessages,
): string {
  if (name === 'pin' && isAllPinned(context)) return labels.unpin
  if (name === 'open') return labels[openLabel(context)]
  if (name === 'zoomToSelection') return labels[zoomLabel(context)]
  return labels[name]
}

export function iconOfAction(name: ActionName, { single }: ActionContext): IconName {
  const openIcon = name === 'open' && single ? workspaceKindOf(single).open?.icon : undefined
  return openIcon ?? actions[name].icon ?? 'more'
}

const openLabel = ({ single }: ActionContext): OpenLabel => (single && workspaceKindOf(single).open?.label) || 'open'

function zoomLabel({ single }: ActionContext): 'zoomToSelection' | 'zoomToObject' | 'goToCanvas' {
  if (!single) return 'zoomToSelection'
  return rendererOf(single).layer === 'ground' ? 'goToCanvas' : 'zoomToObject'
}
