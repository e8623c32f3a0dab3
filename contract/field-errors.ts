// What is wrong with a value, field by field, as messages: derived from the errors that a compiled schema reports.

import type { TSchema } from 'typebox'
import type { FieldError } from './problem.ts'
import { shortenInvalid } from './shorten-invalid.ts'
import { color, colorOrNone, emailAddress, objectId, webAddress } from './values.ts'

/** An error as typebox reports it. */
export interface SchemaError {
  keyword: string
  instancePath: string
  schemaPath: string
  params: object
  message: string
}

/** A compiled schema. */
interface Validator {
  Type(): unknown
  Errors(value: unknown): readonly SchemaError[]
}

/** The first error of each field of an invalid value. */
export function fieldErrorsOf(validator: Validator, value: unknown): FieldError[] {
  const shortened = shortenInvalid(validator.Type() as TSchema, value)
  const tooLong = shortened.tooLong.map(({ instancePath, maxItems }) => ({
    keyword: 'maxItems',
    instancePath,
    schemaPath: '',
    params: {},
    message: `must not have more than ${maxItems} items`,
  }))
  const all = [...tooLong, ...validator.Errors(shortened.value)].flatMap((error): FieldError[] => {
    const field = error.instancePath
      .slice(1)
      .replace(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.')
    const inside = (name: string) => (field === '' ? name : `${field}.${name}`)
    const params = error.params as { requiredProperties?: string[]; allowedValues?: unknown[]; pattern?: unknown }
    if (error.keyword === 'required')
      return (params.requiredProperties ?? []).map(name => ({ field: inside(name), message: 'is required' }))
    if (error.keyword === 'enum')
      return [{ field, message: `must be one of ${(params.allowedValues ?? []).join(', ')}` }]
    if (error.keyword === 'pattern') return [{ field, message: patternMessage(String(params.pattern)) }]
    return [{ field, message: error.message }]
  })
  const seen = new Set<string>()
  return all.filter(({ field }) => !seen.has(field) && seen.add(field))
}

/** A regular expression tells most readers nothing, so each pattern of the contract has a message. */
const patternMessage = (pattern: string) => patternMessages.get(pattern) ?? 'has an invalid format'

const patternOf = (schema: TSchema) => (schema as { pattern?: string }).pattern ?? ''

const patternMessages = new Map([
  [patternOf(color()), 'must be a hex color such as #1f2937'],
  [patternOf(colorOrNone('none')), 'must be a hex color such as #1f2937, or none'],
  [patternOf(webAddress()), 'must be an address that begins with http or https'],
  [patternOf(emailAddress()), 'must be an email address such as ann@example.com'],
  [patternOf(objectId()), 'must be an id of 24 lower-case hex characters'],
  ['^[0-9a-f]{24}\\.\\d{1,7}$', 'must be the id of a page'],
  ['^[A-Za-z0-9_-]{1,64}$', 'must be 1 to 64 letters, digits, - or _'],
  ['\\S', 'must not be blank'],
  ['^-?\\d{1,10}(,-?\\d{1,10}){3}$', 'must be four integers: x1,y1,x2,y2'],
])
