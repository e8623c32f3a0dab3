// The types of the contract's records and requests as plain interfaces, and the types that are derived from its tables.

import {
  allOperations,
  applicationFlags,
  Envelope,
  ErrorReply,
  type Kind,
  kinds,
  organizationFlags,
  workspaceFlags,
} from '@tessera/contract'
import { clientMessages, LivePerson } from '@tessera/contract/live'
import { openApiDocument } from '../../server/api/descriptions/openapi.ts'
import { capitalize } from '../../server/api/descriptions/openapi-operation-schemas.ts'
import { describeSchema, describeSchemas } from '../../server/api/descriptions/openapi-schemas.ts'
import type { Schema } from '../described-schema.ts'
import { declarationOf, inLines, type Place, unionOf } from './schema-types.ts'

/** The schemas by name, and what the tables say: kinds, flags and error codes. */
export function contractTypes(known: Place['known']): Map<string, string> {
  const uses = usesOfSchemas()
  const schemas = Object.entries(namedSchemas())
  const descriptions = new Map(schemas.map(([name, { description }]) => [name, description ?? uses.get(name) ?? '']))
  const types = schemas.map(([name, schema]): [string, string] => {
    const described = { ...schema, description: descriptions.get(name) ?? '' }
    return [name, declarationOf(name, described, { path: name, known, descriptions })]
  })
  return new Map([...types, ...tableTypes(), ...kindTypes()])
}

function namedSchemas(): Record<string, Schema> {
  const { presence } = clientMessages
  const own = {
    LivePerson: describeSchema(LivePerson, { inline: true }),
    Motion: describeSchema(presence.properties.moving.items, { inline: true }),
    Page: {
      ...describeSchema({ type: 'object', properties: Envelope, required: Object.keys(Envelope) }, { inline: true }),
      description: 'Where a page lies in its list',
    },
    ...Object.fromEntries(uploadedKinds.map(kind => [`${capitalize(kind.name)}Fields`, fieldsOf(kind)])),
  }
  const referring = JSON.stringify([openApiDocument(), own])
  // The client throws a class instead of the record of an error, whose name would hide the global class.
  const { Error: _, ...schemas } = describeSchemas(referring)
  return { ...schemas, ...own } as Record<string, Schema>
}

/** What the schemas are that have no description of their own: the body or the response of an operation. */
function usesOfSchemas(): Map<string, string> {
  const uses = new Map<string, string>()
  const add = (schema: object | undefined, what: string) => {
    const { $ref } = (schema ? describeSchema(schema) : {}) as Schema
    const name = $ref?.slice($ref.lastIndexOf('/') + 1)
    if (name && !uses.has(name)) uses.set(name, what)
  }
  for (const { id, body, reply } of allOperations) {
    add(body, `The body of \`client.${id}\``)
    add(reply, `The response of \`client.${id}\``)
  }
  return uses
}

const uploadedKinds = Object.values<Kind>(kinds).filter(kind => kind.upload)

const fieldsOf = ({ Create, plural }: Kind) => ({
  ...describeSchema(Create, { inline: true }),
  description: `The fields of ${plural} besides the file`,
})

function tableTypes(): [string, string][] {
  const all = Object.values<Kind>(kinds)
  const codes = (ErrorReply.properties.error.properties.code as { enum?: string[] }).enum ?? []
  const lists: readonly [name: string, description: string, values: readonly string[]][] = [
    ['KindName', 'The kinds of objects', all.map(({ name }) => name)],
    ['KindPath', 'The kinds of objects as they are called in paths', all.map(({ path }) => path)],
    ['WorkspaceFlag', 'What a role allows in a workspace', workspaceFlags],
    ['OrganizationFlag', 'What a role allows in an organization', organizationFlags],
    ['ApplicationFlag', 'What a role allows on the whole server', applicationFlags],
    ['ProblemCode', 'The codes of the errors of the service', codes],
  ]
  return lists.map(([name, description, values]) => [
    name,
    `/** ${description}. */\nexport type ${name} = ${inLines(unionOf(values.map(value => JSON.stringify(value))))}`,
  ])
}

/** The record of each kind, and what creates and updates it, as one type with the kind as its parameter. */
function kindTypes(): [string, string][] {
  return [
    ...byKind('CreateData', 'The fields that create an object of a kind', kind => (kind.upload ? 'Fields' : 'Create')),
    ...byKind('UpdateData', 'The fields of a kind that can be updated', () => 'Update'),
    ...byKind('ObjectRecord', 'The record of an object of a kind', () => ''),
    [
      'AnyObject',
      `/** An object of any kind, as the list of all objects has it. */
export type AnyObject = { [K in KindName]: { kind: K } & ObjectRecord<K> }[KindName]`,
    ],
  ]
}

function byKind(name: string, description: string, suffix: (kind: Kind) => string): [string, string][] {
  const lines = Object.values<Kind>(kinds).map(
    kind =>
      `  /** Of ${kind.singular.toLowerCase()}. */\n  readonly ${kind.name}: ${capitalize(kind.name)}${suffix(kind)}`,
  )
  return [
    [
      `${name}ByKind`,
      `/** ${description}, by the name of the kind. */\ninterface ${name}ByKind {\n${lines.join('\n')}\n}`,
    ],
    [name, `/** ${description}. */\nexport type ${name}<K extends KindName = KindName> = ${name}ByKind[K]`],
  ]
}
