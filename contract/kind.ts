// How a kind of object is described: its fields with type, limits and defaults, when a client may set each, what can be
// attached to it, and which other objects it refers to. The schemas of requests and records are derived here; the kinds
// themselves are in kinds/.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Language } from './languages.ts'
import type { FieldError } from './problem.ts'
import type { Attachment, References } from './references.ts'
import { oneOf, optional, orNull, timestamp } from './values.ts'

export type OnCreate = 'required' | 'optional' | 'never'
export type OnUpdate = 'optional' | 'never'

/** Whether a record has the field: always, only if there is a value, or never (it is stored under another name). */
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
    meaning: string,
  ): Field<S, C, U, 'always'>
  <S extends TSchema, C extends OnCreate, U extends OnUpdate, R extends InRecord>(
    schema: S,
    onCreate: C,
    onUpdate: U,
    meaning: string,
    more: { inRecord: R; storedAs?: string },
  ): Field<S, C, U, R>
}

/** The meaning is what the API reference says about the field. */
export const field: MakeField = (
  schema: TSchema,
  onCreate: OnCreate,
  onUpdate: OnUpdate,
  meaning: string,
  { inRecord = 'always', storedAs }: { inRecord?: InRecord; storedAs?: string } = {},
) =>
  ({
    schema: { ...schema, description: meaning },
    onCreate,
    onUpdate,
    inRecord,
    storedAs: storedAs ?? null,
  }) as never

export type Fields = Readonly<Record<string, Field>>

/** Called with data that may not match the schema: it must ignore a field of another type. */
export type CheckRule = (data: Readonly<Record<string, unknown>>) => FieldError[]

export interface Upload {
  /** The form field that carries the bytes. */
  readonly field: string
  readonly maxBytes: number
  /** True if the service can fetch the bytes itself, from `url`. */
  readonly orByUrl: boolean
  /** True if other fields can take the place of the file. */
  readonly isOptional?: boolean
}

export interface KindUpload extends Upload {
  /** The name of the file in the API reference. */
  readonly exampleName: string
  /** The file that tests upload, in server/testing/samples. */
  readonly testFile: string
}

type Data = Readonly<Record<string, unknown>>

/** Bodies of requests that succeed: the examples of the API reference, and for tests. */
export interface Samples {
  /** Contains the required fields. */
  readonly create: Data
  readonly update: Data
  /** Two updates that change only these fields; by default x and y. */
  readonly changes?: readonly [Data, Data]
}

export interface AgentTexts<F extends Fields = Fields> {
  /** What it is, and what an agent has to know to create one. */
  readonly about: string
  /** The main fields of an object besides its position and its text. */
  details?(record: RecordOf<{ fields: F }>): string
}

export interface KindDefinition<
  Name extends string = string,
  Noun extends string = string,
  Path extends string = string,
  F extends Fields = Fields,
  U extends KindUpload | undefined = KindUpload | undefined,
> {
  readonly name: Name
  /** The name of its operations: `client.<noun>.create`. */
  readonly noun: Noun
  readonly path: Path
  /** For titles: "a Note", as in "Create a Note", and "Notes". */
  readonly singular: string
  readonly plural: string
  /** What people read on pages, in every language: a name for one, and for several. */
  readonly names: Readonly<Record<Language, readonly [one: string, many: string]>>
  /** What it is, for the API reference. */
  readonly about: string
  /** What the objects of this kind are, for the list of operations. */
  readonly summary: string
  /** The path of an SVG icon, drawn with lines on a grid of 20. */
  readonly icon: string
  /** The description for agents. */
  readonly agents: AgentTexts<F>
  readonly samples: Samples
  readonly fields: F
  /** What can be attached to objects of this kind. */
  readonly takes: readonly Attachment[]
  /** The name of the field that is searched. */
  readonly searched: string | null
  /** The name of the field that formats with one color per object show. */
  readonly colored: string | null
  readonly upload?: U
  /** True if it lies behind everything that is not ground. */
  readonly isGround?: boolean
  /** The fields that refer to other objects, by name. */
  readonly references?: References
  /** A rule for the data of a create or an update that no schema can express. */
  readonly check?: CheckRule
}

export interface Kind<
  Name extends string = string,
  Noun extends string = string,
  Path extends string = string,
  F extends Fields = Fields,
  U extends KindUpload | undefined = KindUpload | undefined,
> extends KindDefinition<Name, Noun, Path, F, U> {
  readonly Create: TObject
  readonly Update: TObject
  readonly Record: TObject
  readonly defaults: Readonly<Record<string, unknown>>
  readonly creatable: readonly string[]
  readonly updatable: readonly string[]
}

export function defineKind<
  const Name extends string,
  const Noun extends string,
  const Path extends string,
  const F extends Fields,
  const U extends KindUpload | undefined = undefined,
>(
  definition: KindDefinition<Name, Noun, Path, F, U> & {
    readonly searched: (keyof F & string) | null
    readonly colored: (keyof F & string) | null
  },
): Kind<Name, Noun, Path, F, U> {
  const entries = Object.entries<Field>(definition.fields)
  const creatable = entries.filter(([, one]) => one.onCreate !== 'never')
  const updatable = entries.filter(([, one]) => one.onUpdate !== 'never')
  const recordName = definition.name.charAt(0).toUpperCase() + definition.name.slice(1)
  return {
    ...definition,
    Create: object(
      { named: `${recordName}Create`, description: `The fields of a new ${definition.name}` },
      creatable.map(([name, one]) => [name, one.onCreate === 'required' ? one.schema : optional(one.schema)]),
      definition.check,
    ),
    Update: object(
      {
        named: `${recordName}Update`,
        description: `The fields of ${definition.singular.toLowerCase()} to change. Fields that are not sent do not change`,
      },
      updatable.map(([name, one]) => [name, optional(withoutDefault(one.schema))]),
      definition.check,
    ),
    Record: object({ named: recordName, description: definition.about }, [
      ['id', Type.String({ description: 'Identifies the object in its workspace: 24 hexadecimal digits' })],
      ...entries.flatMap(([name, one]): Entry[] => recordEntries(name, one)),
      [
        'order',
        Type.String({ description: 'Place in the stacking order: a text whose ascending order is back to front' }),
      ],
      ['group', orNull(Type.String({ description: 'Id of the group that the object is in; null for none' }))],
      [
        'version',
        Type.Integer({
          description:
            'Increases with every change by a user. Send it as If-Match to change the object only if it still has this version',
        }),
      ],
      ['created_at', timestamp({ description: 'When it was created' })],
      ['updated_at', timestamp({ description: 'When it was last changed' })],
    ]),
    defaults: Object.fromEntries(
      entries.flatMap(([name, one]) => ('default' in one.schema ? [[name, one.schema.default]] : [])),
    ),
    creatable: creatable.map(([name]) => name),
    updatable: updatable.map(([name]) => name),
  }
}

/** The table of kinds. The field that carries the kind of a reference's target lists the kinds that can be the target. */
export function kindTable<const Table extends Readonly<Record<string, Kind>>>(table: Table): Table {
  return Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, withTargetKinds(kind, table)])) as Table
}

function withTargetKinds(kind: Kind, table: Readonly<Record<string, Kind>>): Kind {
  const references = Object.values(kind.references ?? {})
  if (references.filter(one => one.onDelete === 'delete').length > 1) {
    throw new Error(`${kind.name}: only one reference may be deleted with its target`)
  }
  // Deleting and restoring an object goes one level down.
  if (references.some(one => one.onDelete === 'delete') && kind.takes.length > 0) {
    throw new Error(`${kind.name}: what belongs to another object takes nothing itself`)
  }
  const fields = references.flatMap(({ to, kindField }) => {
    const field = kindField === undefined ? undefined : kind.fields[kindField]
    const targets = Object.values(table).filter(one => one.takes.includes(to))
    const { description } = (field?.schema ?? {}) as { description?: string }
    const schema = { ...orNull(oneOf(targets.map(one => one.name))), description }
    return field ? [[kindField, { ...field, schema }]] : []
  })
  return fields.length === 0 ? kind : defineKind({ ...kind, fields: { ...kind.fields, ...Object.fromEntries(fields) } })
}

type Entry = [string, TSchema]

/** A function cannot be part of a JSON schema: the rule is stored in a hidden property, which the validation reads. */
const object = (about: { named: string; description: string }, entries: Entry[], rule?: CheckRule) =>
  Object.defineProperty(Type.Object(Object.fromEntries(entries), about), 'rule', { value: rule, enumerable: false })

function withoutDefault<S extends TSchema>(schema: S): S {
  const { default: _, ...rest } = schema as S & { default?: unknown }
  return rest as S
}

function recordEntries(name: string, { schema, inRecord }: Field): Entry[] {
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
    order: string
    group: string | null
    version: number
    created_at: string
    updated_at: string
  }
