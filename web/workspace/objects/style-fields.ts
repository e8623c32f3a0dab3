// Which fields of a kind are its style: colors, choices such as the font, and the numbers that the toolbar offers. Not
// its text, position or size.

import type { KindName } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { Field } from '@tessera/contract/kind'
import { workspaceKinds } from '../kinds/index.ts'

export interface ValueLimits {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  readonly pattern?: string
  readonly maxLength?: number
}

/** The limits of a field in the contract; undefined if the kind has no such field, or it cannot be updated. */
export function limitsOf(kind: KindName, field: string): ValueLimits | undefined {
  const found: Field | undefined = (kinds[kind] as Kind).fields[field]
  return found && found.onUpdate !== 'never' ? (found.schema as ValueLimits) : undefined
}

export const isColor = ({ pattern }: ValueLimits): boolean => pattern?.includes('#([0-9a-fA-F]') ?? false

export const styleFieldsOf = (kind: KindName): readonly string[] =>
  (kinds[kind] as Kind).updatable.filter(field => isStyle(kind, field))

function isStyle(kind: KindName, field: string): boolean {
  const limits = limitsOf(kind, field)
  if (!limits) return false
  return limits.enum !== undefined || isColor(limits) || isOffered(kind, field)
}

/** Whether the toolbar offers the field. */
const isOffered = (kind: KindName, field: string): boolean =>
  (workspaceKinds[kind].style ?? []).some(
    control => control.field === field || ('width' in control && control.width === field),
  )

/** Whether the contract accepts the value. */
export function accepts(limits: ValueLimits, value: unknown): boolean {
  if (typeof value === 'string') {
    if (limits.enum) return limits.enum.includes(value)
    return limits.pattern !== undefined && new RegExp(limits.pattern).test(value)
  }
  if (typeof value !== 'number' || !['integer', 'number'].includes(limits.type ?? '')) return false
  const { minimum = -Infinity, maximum = Infinity, exclusiveMaximum = Infinity } = limits
  const isWhole = limits.type === 'number' || Number.isInteger(value)
  return isWhole && value >= minimum && value <= maximum && value < exclusiveMaximum
}
