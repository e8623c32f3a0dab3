// Converts the contract's schemas to OpenAPI: without the contract's own keywords, and with a reference to every named
// schema. The names are listed here.

import {
  ActiveUser,
  Actor,
  Application,
  ApplicationRole,
  allOperations,
  Comment,
  Envelope,
  ErrorReply,
  Event,
  kinds,
  Listener,
  Message,
  Organization,
  OrganizationListItem,
  OrganizationMember,
  OrganizationOwner,
  OrganizationRole,
  Token,
  User,
  Workspace,
  WorkspaceOwner,
  WorkspaceRole,
  WorkspaceUser,
} from '@tessera/contract'

export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly [keyword: string]: unknown
}

const named: Readonly<Record<string, object>> = {
  Workspace,
  ...kindSchemas(),
  Comment,
  Event,
  Listener,
  Organization,
  OrganizationListItem,
  OrganizationMember,
  OrganizationOwner,
  User,
  WorkspaceOwner,
  WorkspaceUser,
  ActiveUser,
  Actor,
  ApplicationRole,
  OrganizationRole,
  WorkspaceRole,
  Application,
  Token,
  Message,
  Paging: Envelope.paging,
  Error: ErrorReply,
}

export const describeSchemas = (): Record<string, Schema> =>
  Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, describeSchema(schema, { inline: true })]))

/** With `inline`, the outermost schema is written out even if it has a name. */
export function describeSchema(schema: object, { inline = false } = {}): Schema {
  const name = inline ? undefined : nameOf(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : writeOut(schema)
}

/** The record, create and update schemas of each kind, like `Note`, `NoteCreate` and `NoteUpdate`. */
function kindSchemas(): Record<string, object> {
  const bodies = new Map(allOperations.map(({ method, path, body }) => [`${method} ${path}`, body]))
  const all = Object.values(kinds).flatMap(kind => {
    const name = kind.name.charAt(0).toUpperCase() + kind.name.slice(1)
    const path = `/workspaces/:workspace_id/${kind.path}`
    return [
      [name, kind.Record],
      [`${name}Create`, bodies.get(`POST ${path}`)],
      [`${name}Update`, bodies.get(`PUT ${path}/:${kind.name}_id`)],
    ] as const
  })
  return Object.fromEntries(all.filter(([, schema]) => schema !== undefined)) as Record<string, object>
}

const byIdentity = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
const byContent = new Map(
  Object.entries(named)
    .reverse()
    .map(([name, schema]) => [JSON.stringify(schema), name]),
)

/** An optional schema is a copy of the named one, so it is recognized by its content. */
const nameOf = (schema: object) => byIdentity.get(schema) ?? byContent.get(JSON.stringify(schema))

/** Keywords for our own validation that OpenAPI does not know. */
const ownKeywords = new Set(['trim', 'anyCase', 'keepsNull'])

function writeOut(schema: object): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !ownKeywords.has(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, writeOutKeyword(keyword, value)]))
}

function writeOutKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, describeSchema(one)]))
  }
  if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') {
    return (value as object[]).map(one => describeSchema(one))
  }
  const holdsSchema = keyword === 'items' || keyword === 'additionalProperties'
  return holdsSchema && typeof value === 'object' ? describeSchema(value as object) : value
}
