// The fields behind "More": one control for each field that can be updated on all selected objects and is neither in the
// toolbar nor edited on the board, derived from the schemas of the contract. It knows no kind by name.

import type { BoardObject } from '@tessera/client'
import { kindOfObject } from '../../objects/abilities.ts'
import { sharedValue, styleControlsOf } from '../../objects/style-controls.ts'
import { isColor, limitsOf, type ValueLimits } from '../../objects/style-fields.ts'

/** `value` is null if the selected objects differ. */
export type DetailControl =
  | {
      readonly type: 'choice'
      readonly name: string
      readonly values: readonly string[]
      readonly value: string | null
    }
  | { readonly type: 'switch'; readonly name: string; readonly value: boolean | null }
  | { readonly type: 'number'; readonly name: string; readonly limits: ValueLimits; readonly value: number | null }
  | { readonly type: 'line'; readonly name: string; readonly maxLength: number; readonly value: string | null }

export function detailControlsOf(objects: readonly BoardObject[]): readonly DetailControl[] {
  const [first, ...others] = objects
  if (!first) return []
  const inBar = new Set(styleControlsOf(objects).flatMap(({ control }) => fieldsOf(control)))
  return kindOfObject(first).updatable.flatMap(name => {
    const limits = limitsOf(first.kind, name)
    const isShared = others.every(({ kind }) => isAlike(limits, limitsOf(kind, name)))
    if (!limits || inBar.has(name) || !isShared) return []
    return controlFor(name, limits, sharedValue(objects, name), others.length === 0) ?? []
  })
}

const fieldsOf = (control: { field: string; width?: string }) => [control.field, control.width ?? '']

/** Whether both fields allow the same values. */
const isAlike = (one: ValueLimits | undefined, other: ValueLimits | undefined): boolean =>
  other !== undefined && keyOf(one) === keyOf(other)

const keyOf = ({ type, enum: values, minimum, maximum, pattern }: ValueLimits = {}) =>
  JSON.stringify([type, values, minimum, maximum, pattern])

/** Text longer than a line is edited on the board. */
const longestLine = 10_000

function controlFor(name: string, limits: ValueLimits, value: unknown, isSingle: boolean): DetailControl | null {
  if (limits.enum) return { type: 'choice', name, values: limits.enum, value: value as string | null }
  if (limits.type === 'boolean') return { type: 'switch', name, value: value as boolean | null }
  if (limits.type === 'integer' || limits.type === 'number')
    return { type: 'number', name, limits, value: value as number | null }
  // Text is written for one object; setting it on several would overwrite the others.
  if (limits.type !== 'string' || isColor(limits) || !isSingle) return null
  const maxLength = limits.maxLength ?? longestLine
  return maxLength < longestLine ? { type: 'line', name, maxLength, value: value as string | null } : null
}
