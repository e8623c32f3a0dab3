// The actions on the style of the selection, and their shortcuts.

import { styleFieldsOf } from '../../objects/style-fields.ts'
import type { ActionContext } from '../action-context.ts'
import { copyStyle, pasteStyle } from './copy-style.ts'

const canStyle = ({ rights, selected }: ActionContext) =>
  rights.canEdit && selected.some(({ kind }) => styleFieldsOf(kind).length > 0)

/** The toolbar follows the selection, so it is not where the Tab key would lead next. */
function focusToolbar(): void {
  document.querySelector<HTMLElement>('.style-bar button[tabindex="0"]')?.focus()
}

export const stylingActions = {
  focusToolbar: { isAvailable: ({ selected }: ActionContext) => selected.length > 0, run: focusToolbar },
  copyStyle: { icon: 'copyStyle', isAvailable: canStyle, run: copyStyle },
  pasteStyle: { icon: 'pasteStyle', isAvailable: canStyle, run: pasteStyle },
} as const
