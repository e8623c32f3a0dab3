// The contract's schemas as the description shows them: without keywords of our own, and with a reference wherever a
// schema has a name. The names of what is described are listed here once.

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

/** With `inline`, the outermost schema is written out even where it has a name. */
export function describeSchema(schema: object, { inline = false } = {}): Schema {
  const name = inline ? undefined : nameOf(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : writeOut(schema)
}

/** What a kind is stored as, created with and updated with, under `Note`, `NoteCreate` and `NoteUpdate`. */
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

/** A schema made optional is a copy, so where it is not the named one itself it is known by what it says. */
const nameOf = (schema: object) => byIdentity.get(schema) ?? byContent.get(JSON.stringify(schema))

/** Keywords that tell our own validation something and mean nothing to others. */
const ownKeywords = new Set(['trim', 'anyCase'])

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
