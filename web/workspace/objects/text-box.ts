// The text field of any object, without knowing its kind.

import type { BoardObject } from '@tessera/client'
import { workspaceKindOf } from '../kinds/index.ts'
import type { TextBox, TextView } from '../kinds/kind-definition.ts'

/** Null if objects of this kind have no text that is edited in place. */
export const textBoxOf = (object: BoardObject, text: string, view: TextView): TextBox | null =>
  workspaceKindOf(object).textBox?.(object, text, view) ?? null
