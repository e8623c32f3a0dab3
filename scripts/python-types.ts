// The schemas of the OpenAPI document as types of Python: a TypedDict for each object, a Literal for each enum.

import type { Schema } from './described-schema.ts'
import { docstring, isIdentifier, literal, pascalCase, sentence, singular, subscript } from './python-text.ts'

interface Definition {
  readonly text: string
  /** What it was made of: the same name may stand for the same thing only. */
  readonly origin: string
}

/** Collects definitions while types are asked for. Types are named as other modules see them: `types.Note`. */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>
  /** Components that responses contain. The others are input only, where a list may be any sequence. */
  readonly #received: ReadonlySet<string>
  /** Type checkers tell these apart by the fields they have, which requires that no other type extends them. */
  readonly #final: ReadonlySet<string>
  readonly #definitions = new Map<string, Definition>()
  /** Objects and enums without a name of their own, by content: equal ones are one type. */
  readonly #nested = new Map<string, string>()

  constructor(schemas: Readonly<Record<string, Schema>>, responses: readonly Schema[]) {
    this.#schemas = schemas
    this.#received = reachable(schemas, responses)
    this.#final = finalNames(schemas)
    for (const name of Object.keys(schemas)) this.#defineComponent(name)
  }

  /** All definitions, in an order that Python can load. */
  definitions(): string[] {
    return [...this.#definitions.values()].map(({ text }) => text.replaceAll(/\btypes\.(?=[A-Z])/g, ''))
  }

  resolve(schema: Schema): Schema {
    const name = refName(schema)
    return name === null ? flatten(schema, one => this.resolve(one)) : this.resolve(this.#component(name))
  }

  /** The type of a schema. `hint` is the name for an object or enum that has none. */
  typeOf(schema: Schema, hint: string, isInput: boolean): string {
    const name = refName(schema)
    if (name !== null) return `types.${this.#defineComponent(name)}`
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return this.#enumOf(schema.enum, hint)
    if (schema.allOf) return this.typeOf(this.resolve(schema), hint, isInput)
    const choices = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf)
    if (choices) return this.#unionOf(choices, hint, isInput)
    if (typeof schema.type === 'object') {
      const types = schema.type.map(type => this.typeOf({ ...schema, type }, hint, isInput))
      return [...new Set(types)].join(' | ')
    }
    if (schema.type === 'array') {
      return `${isInput ? 'Sequence' : 'list'}[${this.typeOf(schema.items ?? {}, singular(hint), isInput)}]`
    }
    if (schema.type === 'object' || schema.properties) return this.#objectOf(schema, hint, isInput)
    if (isInput && isFile(schema)) return 'FileInput'
    return scalars[schema.type ?? ''] ?? 'Any'
  }

  /** Defines a TypedDict. */
  define(name: string, schema: Schema, isInput: boolean): string {
    return this.#define(name, JSON.stringify(schema), () => this.#typedDict(name, schema, isInput))
  }

  #component(name: string): Schema {
    const schema = this.#schemas[name]
    if (!schema) throw new Error(`no schema ${name} in the OpenAPI document`)
    return schema
  }

  #defineComponent(name: string): string {
    const schema = this.#component(name)
    const isInput = !this.#received.has(name)
    const origin = `component ${name}`
    const { allOf = [], ...own } = schema
    const parents = allOf.flatMap(one => refName(one) ?? [])
    if (parents.length === 1) {
      const more = flatten({ ...own, allOf: allOf.filter(one => refName(one) === null) }, one => this.resolve(one))
      return this.#define(name, origin, () =>
        this.#typedDict(name, more, isInput, this.#defineComponent(parents[0] as string)),
      )
    }
    if (isTypedDict(this.resolve(schema))) {
      return this.#define(name, origin, () => this.#typedDict(name, this.resolve(schema), isInput))
    }
    return this.#define(name, origin, () => {
      const type = schema.enum
        ? subscript('Literal', schema.enum.map(literal), 0, name.length + 3)
        : quotedUnion(this.typeOf(schema, name, isInput), name.length + 3)
      return `${name} = ${type}\n${docstring([sentence(schema.description ?? '')], 0)}`
    })
  }

  #define(name: string, origin: string, write: () => string): string {
    const known = this.#definitions.get(name)
    if (known && known.origin !== origin) return this.#define(`${name}2`, origin, write)
    if (known) return name
    // Reserved first: a type may contain itself.
    this.#definitions.set(name, { text: '', origin })
    const text = write()
    this.#definitions.delete(name)
    this.#definitions.set(name, { text, origin })
    return name
  }

  /** Short enums are written where they are used. Longer ones get a name, which create, update and record share. */
  #enumOf(values: readonly unknown[], hint: string): string {
    const short = `Literal[${values.map(literal).join(', ')}]`
    if (short.length <= 60) return short
    const name = hint.replace(/^([A-Z][a-z]+)(Create|Update|Object)(?=[A-Z])/, '$1')
    return this.#shared(JSON.stringify(values), () =>
      this.#define(name, JSON.stringify(values), () => {
        return `${name} = ${subscript('Literal', values.map(literal), 0, name.length + 3)}\n`
      }),
    )
  }

  #shared(content: string, define: () => string): string {
    const name = this.#nested.get(content) ?? define()
    this.#nested.set(content, name)
    return `types.${name}`
  }

  #unionOf(choices: readonly Schema[], hint: string, isInput: boolean): string {
    const objects = choices.filter(one => isTypedDict(one) && refName(one) === null)
    const types = choices.map(one => {
      const own = objects.length > 1 && objects.includes(one) ? `${hint}${suffixOf(one, objects)}` : hint
      return this.typeOf(one, own, isInput)
    })
    return [...new Set(types.flatMap(type => (type.includes('[') ? [type] : type.split(' | '))))].join(' | ')
  }

  #objectOf(schema: Schema, hint: string, isInput: boolean): string {
    if (isTypedDict(schema)) {
      return this.#shared(JSON.stringify([schema, isInput]), () => this.define(hint, schema, isInput))
    }
    const values = schema.additionalProperties
    const type = typeof values === 'object' ? this.typeOf(values, `${hint}Value`, isInput) : 'Any'
    return `${isInput ? 'Mapping' : 'dict'}[str, ${type}]`
  }

  #typedDict(name: string, schema: Schema, isInput: boolean, extended = 'TypedDict'): string {
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) => {
      const type = this.typeOf(one, `${name}${pascalCase(field)}`, isInput)
      const isRequired = schema.required?.includes(field)
      return { field, type: isRequired ? type : `NotRequired[${type}]`, notes: notesOn(one, this.resolve(one)) }
    })
    const [named, unnamed] = [
      fields.filter(one => isIdentifier(one.field)),
      fields.filter(one => !isIdentifier(one.field)),
    ]
    const parent = unnamed.length > 0 ? `_${name}Keywords` : extended
    // A word that Python reserves cannot be a field of a class: those are in a parent without one.
    const before = unnamed.length > 0 ? keywordParent(parent, unnamed) : ''
    const body = named.map(({ field, type, notes }) => `    ${field}: ${type}\n${docstring([notes], 4)}`).join('')
    const about = docstring([capitalize(sentence(schema.description ?? ''))], 4)
    const final = this.#final.has(name) ? '@final\n' : ''
    return `${before}${final}class ${name}(${parent}):\n${about}${about && body ? '\n' : ''}${body || (about ? '' : '    pass\n')}`
  }
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const capitalize = (text: string) => text.replace(/^[a-z](?=[a-z]* )/, letter => letter.toUpperCase())

const isFile = ({ format, contentMediaType }: Schema) => format === 'binary' || contentMediaType !== undefined

const refName = ({ $ref }: Schema) => ($ref === undefined ? null : ($ref.split('/').at(-1) as string))

/** An object with other fields than those described can have any: it is a plain dict. */
const isTypedDict = (schema: Schema) =>
  Object.keys(schema.properties ?? {}).length > 0 && (schema.additionalProperties ?? false) === false

/** An object that consists of several schemas, as one. */
function flatten(schema: Schema, resolve: (schema: Schema) => Schema): Schema {
  if (!schema.allOf) return schema
  const { allOf, ...rest } = schema
  const all = [...allOf.map(resolve), rest]
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(one => one.properties)),
    required: [...new Set(all.flatMap(one => one.required ?? []))],
  }
}

/** The members of unions without a field whose value tells them apart. */
function finalNames(schemas: Readonly<Record<string, Schema>>): Set<string> {
  const unions = Object.values(schemas).filter(one => !one.discriminator)
  const members = unions.map(({ anyOf, oneOf }) => (anyOf ?? oneOf ?? []).flatMap(one => refName(one) ?? []))
  return new Set(members.filter(names => names.length > 1).flat())
}

const constantOf = (schema: Schema) => schema.const ?? (schema.enum?.length === 1 ? schema.enum[0] : undefined)

/** What tells an object of a union from the others: the value of a field, or its place. */
function suffixOf(schema: Schema, all: readonly Schema[]): string {
  const constants = Object.values(schema.properties ?? {}).flatMap(one => {
    const value = constantOf(one)
    return typeof value === 'string' ? [pascalCase(value)] : []
  })
  const [first] = constants
  const isUnique = first !== undefined && all.filter(one => JSON.stringify(one).includes(`"${first}"`)).length <= 1
  return isUnique ? first : constants.join('') || String(all.indexOf(schema) + 1)
}

function keywordParent(name: string, fields: readonly { field: string; type: string; notes: string }[]): string {
  const lines = fields.map(({ field, type, notes }) => {
    return `${notes ? `        # ${notes}\n` : ''}        ${literal(field)}: ${JSON.stringify(type)},\n`
  })
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${lines.join('')}    },\n)\n\n\n`
}

/** Aliases are evaluated when the module is loaded, so they name later types in quotes. */
function quotedUnion(type: string, used: number): string {
  const members = type.split(' | ')
  if (members.length === 1) return type
  return subscript(
    'Union',
    members.map(one => (one.startsWith('types.') ? JSON.stringify(one) : one)),
    0,
    used,
  )
}

function notesOn(schema: Schema, resolved: Schema): string {
  const text = sentence(schema.description ?? '')
  const { default: value, minimum, maximum, maxLength } = { ...resolved, ...schema }
  const limits = [
    minimum !== undefined && maximum !== undefined && Math.abs(maximum) < 1e9 ? `From ${minimum} to ${maximum}.` : '',
    maxLength === undefined ? '' : `At most ${maxLength.toLocaleString('en')} characters.`,
    value === undefined || typeof value === 'object' ? '' : `Default: ${literal(value)}.`,
  ]
  return [text, ...limits].filter(Boolean).join(' ')
}

function reachable(schemas: Readonly<Record<string, Schema>>, from: readonly Schema[]): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = refName(value as Schema)
    if (typeof name === 'string' && !found.has(name)) {
      found.add(name)
      visit(schemas[name])
    }
    for (const one of Object.values(value)) visit(one)
  }
  visit(from)
  return found
}
