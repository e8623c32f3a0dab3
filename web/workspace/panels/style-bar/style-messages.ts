// The names of fields and their values in the language of the page.

import type { ShapeForm } from '@tessera/drawing'
import { isClear, paletteNameOf, wholeHex } from '../../objects/color-values.ts'
import type { ShownControl } from '../../objects/style-controls.ts'
import type { WorkspaceMessages } from '../../workspace-messages.ts'

export const fieldName = (field: string, { fields }: WorkspaceMessages): string =>
  (fields as Readonly<Record<string, string>>)[field] ?? field

export const valueName = (value: string, { values }: WorkspaceMessages): string =>
  (values as Readonly<Record<string, string>>)[value] ?? value

/** A named color is the color of the whole object, whatever the field is called. */
export const controlName = ({ control }: ShownControl, messages: WorkspaceMessages): string =>
  fieldName(control.type === 'named-color' ? 'color' : control.field, messages)

export function colorName(color: string, field: string, { styling }: WorkspaceMessages): string {
  const names: Readonly<Record<string, string>> = styling.noColor
  if (isClear(color)) return names[field] ?? styling.none
  const name = paletteNameOf(wholeHex(color) ?? color)
  return name ? styling.colors[name] : color
}

/** For screen readers and tooltips: the field and its value. */
export function controlLabel(shown: ShownControl, messages: WorkspaceMessages): string {
  const { control, value } = shown
  const named =
    value === null
      ? messages.styling.mixed
      : typeof value === 'number'
        ? String(value)
        : control.type === 'color'
          ? colorName(value, control.field, messages)
          : control.type === 'form'
            ? messages.connecting.form[value as ShapeForm]
            : valueName(value, messages)
  return `${controlName(shown, messages)}: ${named}`
}
