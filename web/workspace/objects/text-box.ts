// The text field of any object, without knowing its kind.

import type { BoardObject } from '@tessera/client'
import { workspaceKindOf } from '../kinds/index.ts'
import type { TextBox } from '../kinds/kind-definition.ts'

/** Null if objects of this kind have no text that is edited in place. */
export const textBoxOf = (object: BoardObject, text: string, zoom: number): TextBox | null =>
  workspaceKindOf(object).textBox?.(object, text, zoom) ?? null
