// How a kind of object is described: its fields with type, limits and defaults, when each may be given, what may be
// attached to it. The schemas of requests and records are derived here; the kinds themselves are in kinds/.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { FieldError } from './problem.ts'
import { optional, timestamp } from './values.ts'

export type OnCreate = 'required' | 'optional' | 'never'
export type OnUpdate = 'optional' | 'never'

/** Whether a record carries the field: always, only where there is something to say, or never (it is stored as another). */
export type InRecord = 'always' | 'sometimes' | 'never'

export interface Field<
  S extends TSchema = TSchema,
  C extends OnCreate = OnCreate,
  U extends OnUpdate = OnUpdate,
  R extends InRecord = InRecord,
> {
  readonly schema: S
  readonly onCreate: C
  readonly onUpdate: U
  readonly inRecord: R
  readonly storedAs: string | null
}

interface MakeField {
  <S extends TSchema, C extends OnCreate, U extends OnUpdate>(
    schema: S,
    onCreate: C,
    onUpdate: U,
  ): Field<S, C, U, 'always'>
  <S extends TSchema, C extends OnCreate, U extends OnUpdate, R extends InRecord>(
    schema: S,
    onCreate: C,
    onUpdate: U,
    more: { inRecord: R; storedAs?: string },
  ): Field<S, C, U, R>
}

export const field: MakeField = (
  schema: TSchema,
  onCreate: OnCreate,
  onUpdate: OnUpdate,
  { inRecord = 'always', storedAs }: { inRecord?: InRecord; storedAs?: string } = {},
) => ({ schema, onCreate, onUpdate, inRecord, storedAs: storedAs ?? null }) as never

export type Fields = Readonly<Record<string, Field>>

export interface Upload {
  /** The form field that carries the bytes. */
  readonly field: string
  readonly maxBytes: number
  /** True where the service may fetch the bytes itself, from `url`. */
  readonly orByUrl: boolean
}

export interface KindDefinition<Name extends string, Path extends string, F extends Fields> {
  readonly name: Name
  readonly path: Path
  /** For people: "a Note", as in "Create a Note", and "Notes". */
  readonly called: string
  readonly calledMany: string
  readonly fields: F
  readonly takes: readonly ('comments' | 'strokes')[]
  /** The name of the field that is searched. */
  readonly searched: (keyof F & string) | null
  readonly upload?: Upload
  /** True where the object can be put on another one: it then names its target, and moves and goes with it. */
  readonly attaches?: boolean
  /** A rule over a create that no schema can say. */
  readonly check?: (data: Record<string, unknown>) => FieldError | null
}

export interface Kind<Name extends string = string, Path extends string = string, F extends Fields = Fields>
  extends KindDefinition<Name, Path, F> {
  readonly Create: TObject
  readonly Update: TObject
  readonly Record: TObject
  readonly defaults: Readonly<Record<string, unknown>>
  readonly creatable: readonly string[]
  readonly updatable: readonly string[]
}

export function defineKind<const Name extends string, const Path extends string, const F extends Fields>(
  definition: KindDefinition<Name, Path, F>,
): KindDefinition<Name, Path, F> & Kind<Name, Path, F> {
  const entries = Object.entries<Field>(definition.fields)
  const creatable = entries.filter(([, one]) => one.onCreate !== 'never')
  const updatable = entries.filter(([, one]) => one.onUpdate !== 'never')
  return {
    ...definition,
    Create: object(
      creatable.map(([name, one]) => [name, one.onCreate === 'required' ? one.schema : optional(one.schema)]),
    ),
    Update: object(updatable.map(([name, one]) => [name, optional(withoutDefault(one.schema))])),
    Record: object([
      ['id', Type.String()],
      ...entries.flatMap(([name, one]): Entry[] => inRecord(name, one)),
      ['version', Type.Integer({ description: 'Grows with every change that people make; for If-Match' })],
      ['created_at', timestamp()],
      ['updated_at', timestamp()],
    ]),
    defaults: Object.fromEntries(
      entries.flatMap(([name, one]) => ('default' in one.schema ? [[name, one.schema.default]] : [])),
    ),
    creatable: creatable.map(([name]) => name),
    updatable: updatable.map(([name]) => name),
  }
}

type Entry = [string, TSchema]
const object = (entries: Entry[]) => Type.Object(Object.fromEntries(entries))

function withoutDefault<S extends TSchema>(schema: S): S {
  const { default: _, ...rest } = schema as S & { default?: unknown }
  return rest as S
}

function inRecord(name: string, { schema, inRecord }: Field): Entry[] {
  if (inRecord === 'never') return []
  return [[name, inRecord === 'sometimes' ? optional(withoutDefault(schema)) : withoutDefault(schema)]]
}

type Of<F extends Fields, Which extends keyof F> = { [Name in Which]: Static<F[Name]['schema']> }
type Where<F extends Fields, Column extends 'onCreate' | 'onUpdate' | 'inRecord', Value> = {
  [Name in keyof F]: F[Name][Column] extends Value ? Name : never
}[keyof F]

export type CreateOf<K extends { fields: Fields }> = Of<K['fields'], Where<K['fields'], 'onCreate', 'required'>> &
  Partial<Of<K['fields'], Where<K['fields'], 'onCreate', 'optional'>>>

export type UpdateOf<K extends { fields: Fields }> = Partial<
  Of<K['fields'], Where<K['fields'], 'onUpdate', 'optional'>>
>

export type RecordOf<K extends { fields: Fields }> = { id: string } & Of<
  K['fields'],
  Where<K['fields'], 'inRecord', 'always'>
> &
  Partial<Of<K['fields'], Where<K['fields'], 'inRecord', 'sometimes'>>> & {
    version: number
    created_at: string
    updated_at: string
  }
