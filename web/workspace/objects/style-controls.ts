// The controls of the toolbar for a selection: those that all selected kinds have, with the value that all selected
// objects have.

import type { BoardObject, KindName } from '@tessera/client'
import type { Field } from '@tessera/contract/kind'
import { workspaceKinds } from '../kinds/index.ts'
import type { StyleControl } from '../kinds/kind-definition.ts'
import { fieldOf, kindOfObject } from './abilities.ts'
import { limitsOf, type ValueLimits } from './style-fields.ts'

export interface ShownControl<Control extends StyleControl = StyleControl> {
  readonly control: Control
  readonly limits: ValueLimits
  /** Null if the objects differ. */
  readonly value: string | number | null
  /** The value of the second field of the control, if it has one. */
  readonly width: number | null
  /** The kind whose named colors are shown. */
  readonly kind: KindName
}

export function styleControlsOf(objects: readonly BoardObject[]): readonly ShownControl[] {
  const [first, ...others] = [...new Set(objects.map(({ kind }) => kind))]
  if (!first) return []
  return controlsOfKind(first).flatMap(control => {
    const limits = limitsOf(first, control.field)
    const isShared = others.every(kind => controlsOfKind(kind).some(other => isSame(first, control, kind, other)))
    if (!limits || !isShared) return []
    const value = sharedValue(objects, control.field) as ShownControl['value']
    const width = 'width' in control ? (sharedValue(objects, control.width) as number | null) : null
    return [{ control, limits, value, width, kind: first }]
  })
}

const controlsOfKind = (kind: KindName): readonly StyleControl[] =>
  (workspaceKinds[kind].style ?? []).filter(({ field }) => limitsOf(kind, field) !== undefined)

/** Whether both set the same field to the same values. */
function isSame(kind: KindName, control: StyleControl, otherKind: KindName, other: StyleControl): boolean {
  const plain = (one: StyleControl) => JSON.stringify({ ...one, quick: null })
  if (plain(control) !== plain(other)) return false
  const [limits, otherLimits] = [limitsOf(kind, control.field), limitsOf(otherKind, control.field)]
  return JSON.stringify(limits?.enum) === JSON.stringify(otherLimits?.enum)
}

/** Null if the objects differ. */
export function sharedValue(objects: readonly BoardObject[], name: string): unknown {
  const [first, ...others] = objects.map(object => storedValue(object, name))
  return others.every(value => value === first) ? (first ?? null) : null
}

/** Some fields are sent under another name than they are stored. */
export const storedValue = (object: BoardObject, name: string): unknown =>
  fieldOf(object, (kindOfObject(object).fields[name] as Field | undefined)?.storedAs ?? name)
