// What a deed is called on a button or in a menu, and its picture there: both may depend on what it would do.

import { lookOf } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import { textFieldOf } from '../objects/abilities.ts'
import { isFramed } from '../objects/browser-object.ts'
import type { useWorkspaceWords } from '../workspace-words.ts'
import { type DeedName, deeds, isAllPinned } from './action-table.ts'
import type { Situation } from './situation.ts'

type Words = ReturnType<typeof useWorkspaceWords>

export function sayDeed(name: DeedName, situation: Situation, { deeds: lines }: Words): string {
  if (name === 'pin' && isAllPinned(situation)) return lines.unpin
  if (name === 'open') return lines[openedAs(situation)]
  if (name === 'zoomToSelection') return lines[closerTo(situation)]
  return lines[name]
}

export const iconOf = (name: DeedName, situation: Situation): IconName =>
  (name === 'open' && openedAs(situation) === 'enter' ? 'browser' : deeds[name].icon) ?? 'more'

function openedAs({ one }: Situation): 'enter' | 'rename' | 'open' {
  if (one && isFramed(one)) return 'enter'
  return one && textFieldOf(one) === 'name' ? 'rename' : 'open'
}

function closerTo({ one }: Situation): 'zoomToSelection' | 'closer' | 'jump' {
  if (!one) return 'zoomToSelection'
  return lookOf(one).layer === 'ground' ? 'jump' : 'closer'
}
