// The types of values that fields have, with the limits that every use shares.

import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { type Language, languages } from './languages.ts'

const maxCoordinate = 1_000_000_000
const maxSize = 1_000_000
export const maxId = 2_147_483_647

export const integer = (limits: { default?: number; minimum?: number; maximum?: number; description?: string } = {}) =>
  Type.Integer({ minimum: -maxCoordinate, maximum: maxCoordinate, ...limits })

export const size = (limits: { default?: number } = {}) => integer({ minimum: 1, maximum: maxSize, ...limits })

const number = (limits: { default?: number; minimum: number; maximum: number }) => Type.Number(limits)

export const scale = () => number({ default: 1, minimum: 0.5, maximum: 4 })

/** Degrees clockwise about the center. */
export const rotation = () => Type.Number({ default: 0, minimum: 0, exclusiveMaximum: 360 })

export const boolean = (options: { default?: boolean; description?: string } = {}) => Type.Boolean(options)

export const string = (limits: { default?: string; minLength?: number; maxLength?: number } = {}) =>
  Type.String({ maxLength: 65_536, ...limits })

/** A value without limits, with its meaning: for records. */
export const text = (description: string) => Type.String({ description })
export const whole = (description: string) => Type.Integer({ description })
export const flag = (description: string) => Type.Boolean({ description })

/** A name: 1 to 255 characters after surrounding whitespace is removed, which `trim` requests. */
export const title = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 255, trim: true, ...(description ? { description } : {}) })

export const webAddress = (description?: string) =>
  Type.String({
    maxLength: 8_192,
    pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/?#]',
    ...(description ? { description } : {}),
  })

export const emailAddress = (description = 'Email address') =>
  Type.String({ maxLength: 254, pattern: '^[^\\s@<>(),;:"\\\\]+@[^\\s@<>(),;:"\\\\]+$', description })

/** A hexadecimal CSS color: #rgb, #rgba, #rrggbb or #rrggbbaa. */
export const color = (value?: string) =>
  Type.String({
    pattern: '^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
    ...(value === undefined ? {} : { default: value }),
  })

/** The same, or `none`. */
export const colorOrNone = (value: string) =>
  Type.String({ pattern: '^(none|#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$', default: value })

export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  more: Values[number] | { default?: Values[number]; anyCase?: true; description?: string; named?: string } = {},
) =>
  Type.Unsafe<Values[number]>({
    type: 'string',
    enum: [...values],
    ...(typeof more === 'string' ? { default: more } : more),
  })

/** A language that pages and mails are available in. */
export const language = (more: { description?: string } = {}) => oneOf(Object.keys(languages) as Language[], more)

export const rowId = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: maxId, ...(description ? { description } : {}) })

export const objectId = () => Type.String({ pattern: '^[0-9a-f]{24}$' })

export const timestamp = (options: { description?: string } = {}) => Type.String({ format: 'date-time', ...options })

/** The same, or null. It extends the schema's own type if possible, which serializes faster than a union. */
export const orNull = <S extends TSchema>(schema: S): TUnsafe<Static<S> | null> => {
  // With null it is another schema than the named one.
  const { type, enum: values, named: _, ...rest } = schema as { type?: string; enum?: unknown[]; named?: string }
  return Type.Unsafe<Static<S> | null>(
    typeof type === 'string' && type !== 'object'
      ? { ...rest, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) }
      : Type.Union([schema, Type.Null()]),
  )
}

/** A rectangle on the board. */
export const box = (more: { description?: string } = {}) =>
  Type.Object(
    {
      x: Type.Number({ description: 'Left edge' }),
      y: Type.Number({ description: 'Top edge' }),
      width: Type.Number({ description: 'Width in board units' }),
      height: Type.Number({ description: 'Height in board units' }),
    },
    { named: 'Box', description: 'A rectangle on the board', ...more },
  )

export const optional = <S extends TSchema>(schema: S): TOptional<S> => Type.Optional(schema) as TOptional<S>
