// What a deed is called on a button or in a menu, and its picture there: both may depend on what it would do.

import { lookOf } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import { textFieldOf } from '../objects/abilities.ts'
import { isBrowserWidget } from '../objects/browser-object.ts'
import type { useWorkspaceWords } from '../workspace-words.ts'
import { type ActionName, actions, isAllPinned } from './action-table.ts'
import type { ActionContext } from './situation.ts'

type Words = ReturnType<typeof useWorkspaceWords>

export function labelOfAction(name: ActionName, situation: ActionContext, { deeds: lines }: Words): string {
  if (name === 'pin' && isAllPinned(situation)) return lines.unpin
  if (name === 'open') return lines[openedAs(situation)]
  if (name === 'zoomToSelection') return lines[closerTo(situation)]
  return lines[name]
}

export const iconOfAction = (name: ActionName, situation: ActionContext): IconName =>
  (name === 'open' && openedAs(situation) === 'enter' ? 'browser' : actions[name].icon) ?? 'more'

function openedAs({ single: one }: ActionContext): 'enter' | 'rename' | 'open' {
  if (one && isBrowserWidget(one)) return 'enter'
  return one && textFieldOf(one) === 'name' ? 'rename' : 'open'
}

function closerTo({ single: one }: ActionContext): 'zoomToSelection' | 'closer' | 'jump' {
  if (!one) return 'zoomToSelection'
  return lookOf(one).layer === 'ground' ? 'jump' : 'closer'
}
