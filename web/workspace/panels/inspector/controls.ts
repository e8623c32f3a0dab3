// The controls that the inspector offers for a selection: one for each field that can be updated on all selected
// objects, derived from the schemas of the contract. It knows no kind by name.

import type { BoardObject } from '@tessera/client'
import { storedNameOf } from '@tessera/contract'
import type { Field } from '@tessera/contract/kind'
import { fieldOf, kindOfObject } from '../../objects/abilities.ts'

/** `value` is null if the selected objects differ. */
export type Control =
  | {
      readonly type: 'choice'
      readonly name: string
      readonly values: readonly string[]
      readonly value: string | null
    }
  | { readonly type: 'switch'; readonly name: string; readonly value: boolean | null }
  | NumberControl
  | { readonly type: 'color'; readonly name: string; readonly value: string | null }
  | {
      readonly type: 'line' | 'words'
      readonly name: string
      readonly maxLength: number
      readonly value: string | null
    }

export interface NumberControl {
  readonly type: 'number'
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  readonly isWhole: boolean
  readonly value: number | null
}

interface Limits {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly maxLength?: number
}

export function controlsOf(objects: readonly BoardObject[]): Control[] {
  const [first, ...others] = objects
  if (!first) return []
  const { fields, updatable } = kindOfObject(first)
  return updatable
    .filter(name => !isCompound((fields[name] as Field).schema as Limits))
    .filter(name => others.length === 0 || !areWords((fields[name] as Field).schema as Limits))
    .filter(name => others.every(object => isAlike(kindOfObject(object).fields[name], fields[name] as Field)))
    .map(name => controlFor(name, (fields[name] as Field).schema as Limits, sharedValue(objects, name)))
}

/** Points and ends are changed on the board. */
const isCompound = ({ type }: Limits) => type === 'array' || type === 'object'

/** Text is written for one object; setting it on several would overwrite the others. */
const areWords = ({ type, enum: values, pattern }: Limits) => type === 'string' && !values && !pattern

/** Whether both fields allow the same values. */
function isAlike(one: Field | undefined, other: Field): boolean {
  if (!one || one.onUpdate === 'never') return false
  const limits = ({ schema }: Field) => {
    const { type, enum: values, minimum, maximum, pattern } = schema as Limits
    return JSON.stringify([type, values, minimum, maximum, pattern])
  }
  return limits(one) === limits(other)
}

function sharedValue(objects: readonly BoardObject[], name: string): unknown {
  const [first, ...others] = objects.map(object => fieldOf(object, storedNameOf(kindOfObject(object), name)))
  return others.every(value => value === first) ? first : null
}

function controlFor(name: string, limits: Limits, value: unknown): Control {
  if (limits.enum) return { type: 'choice', name, values: limits.enum, value: value as string | null }
  if (limits.type === 'boolean') return { type: 'switch', name, value: value as boolean | null }
  if (limits.type === 'integer' || limits.type === 'number') {
    const { minimum = -Infinity, maximum = Infinity, type } = limits
    return { type: 'number', name, minimum, maximum, isWhole: type === 'integer', value: value as number | null }
  }
  if (limits.pattern?.startsWith('^#')) return { type: 'color', name, value: value as string | null }
  const longest = limits.maxLength ?? 65_536
  return { type: longest > 10_000 ? 'words' : 'line', name, maxLength: longest, value: value as string | null }
}
