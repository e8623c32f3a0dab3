// Compares values of fields, and maps the two names of a field that is set by another name than it is stored under.

import type { Kind } from './kind.ts'

/** Values are JSON: lists and objects are equal if their contents are. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [names, otherNames] = [Object.keys(one), Object.keys(other)]
  if (names.length !== otherNames.length) return false
  return names.every(
    name => Object.hasOwn(other, name) && isSameValue(one[name as keyof typeof one], other[name as keyof typeof other]),
  )
}

/** The name of a field in records. */
export const storedNameOf = ({ fields }: Kind, name: string): string => fields[name]?.storedAs ?? name

/** The name by which a field of records is set. */
export const inputNameOf = ({ fields }: Kind, stored: string): string =>
  Object.keys(fields).find(name => fields[name]?.storedAs === stored) ?? stored
