// Checks the entries of an organization's metadata that are settings.

import { type FieldError, isSettingKey, organizationSettings } from '@tessera/contract'
import { badFields } from '../../platform/problems/index.ts'

type Entry = { readonly key: string; readonly value: string }

/** Throws a BadRequest that names every setting with an unknown value, and every duplicate setting. */
export function checkSettings(metadata: readonly Entry[]): void {
  const errors = metadata.flatMap(({ key, value }, index): FieldError[] => {
    if (!isSettingKey(key)) return []
    const values: readonly string[] = organizationSettings[key]
    const isFirst = metadata.findIndex(entry => entry.key === key) === index
    return [
      ...(isFirst ? [] : [{ field: `metadata[${index}].key`, message: 'is listed twice' }]),
      ...(values.includes(value)
        ? []
        : [{ field: `metadata[${index}].value`, message: `must be one of ${values.join(', ')}` }]),
    ]
  })
  if (errors.length > 0) throw badFields(errors)
}
