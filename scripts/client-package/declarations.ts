// Writes the declarations of the package in one file: the types of the contract and the methods as plain interfaces,
// and the client's own declarations. It contains only what the client exports, and what that refers to.

import { type Kind, kinds } from '@tessera/contract'
import { capitalize } from '../../server/api/descriptions/openapi-operation-schemas.ts'
import { contractTypes } from './contract-types.ts'
import { exportsOf, readDeclarations } from './declared-types.ts'
import { methodTypes } from './method-types.ts'

/** Types that the source states differently than the schema, by the name or the place of the schema. */
const knownTypes: Readonly<Record<string, string>> = {
  Change: 'ListedChange',
  BoardObject: 'AnyObject',
  EventName: 'string',
  EventType: 'string',
  ...kindsOfTargets(),
  'LivePerson.moving[]': 'Motion',
  'Motion.from': 'ConnectorEnd',
  'Motion.to': 'ConnectorEnd',
  'Motion.via[]': '[x: number, y: number]',
  'Connector.via[]': '[x: number, y: number]',
  'ConnectorCreate.via[]': '[x: number, y: number]',
  'ConnectorUpdate.via[]': '[x: number, y: number]',
}

/** The declarations of these client files are copied unchanged. */
const clientFiles = [
  ...['rest/connect', 'rest/call', 'rest/request', 'rest/form', 'rest/errors'],
  ...['live/open-live', 'live/live-workspace', 'live/browser-storage', 'live/memory-storage', 'undo/undo'],
].map(name => `clients/typescript/${name}.ts`)

/** These types, and all values, are copied from the contract unchanged; other types are derived from its tables. */
const contractFiles: Readonly<Record<string, readonly string[]>> = {
  'change-list.ts': [
    ...['Edit', 'Arrangement', 'Change', 'ObjectName', 'ListedChange', 'ChangeResult', 'StackMove', 'stackMoves'],
  ],
  'problem.ts': ['ErrorReason', 'FieldError', 'FieldErrorReason'],
  'scopes.ts': ['Scope'],
  'kinds/connector.ts': ['ConnectorEnd', 'ConnectorAnchor', 'anchorSides'],
  'kinds/index.ts': ['kindNames'],
  'kinds/canvas.ts': ['canvasColors'],
  'kinds/note.ts': ['noteColors'],
  'kinds/stroke.ts': ['penColors'],
  'kinds/text.ts': ['fontFamilies'],
  'events.ts': ['eventTypeNames', 'listCausableEvents'],
  'request-limits.ts': ['maxChanges', 'maxLimit'],
}

/** Types that stand for tables of the source, which the package does not have. */
const sourceOnly = ['Operations', 'MethodOf']

export function declarations(): string {
  const types = new Map([...contractTypes(knownTypes), ...methodTypes(knownTypes), ...declaredTypes()])
  const exported = new Set(publicNames())
  const texts = reachableFrom(exported, types).map(([name, text]) =>
    exported.has(name) || text.includes('export interface') ? text : text.replace(/^export /m, ''),
  )
  return `${header}\n\n${texts.join('\n\n')}\n\nexport {}\n`
}

const header = '// The types of @tessera/client, written by a program from the API of Tessera.'

/** Lists the names that the client exports. */
export function publicNames(): string[] {
  const all = exportsOf('clients/typescript/index.ts').flatMap(({ name, from }) => {
    if (name !== null) return [name]
    const path = from.replace(/^\./, 'clients/typescript')
    const declared = readDeclarations(path).filter(one => one.isExported)
    return [...declared, ...exportsOf(path)].flatMap(one => one.name ?? [])
  })
  return [...new Set(['connect', 'openLive', 'openUndo', ...all])].filter(name => !sourceOnly.includes(name))
}

/** The kind of a reference's target is one of those that can be the target; the source has a text. */
function kindsOfTargets(): Record<string, string> {
  const fields = Object.values<Kind>(kinds).flatMap(({ name, references }) =>
    Object.values(references ?? {}).flatMap(({ kindField }) => (kindField ? `${capitalize(name)}.${kindField}` : [])),
  )
  return Object.fromEntries(fields.map(field => [field, 'string | null']))
}

function declaredTypes(): [string, string][] {
  const ofClient = clientFiles.flatMap(readDeclarations)
  const ofContract = Object.entries(contractFiles).flatMap(([path, names]) =>
    readDeclarations(`contract/${path}`).filter(({ name }) => names.includes(name) || /^[a-z]/.test(name)),
  )
  return [...ofClient, ...ofContract].map(({ name, text }) => [name, text])
}

/** The types that are exported or referred to, each before those that it refers to. */
function reachableFrom(names: Iterable<string>, types: ReadonlyMap<string, string>): [name: string, text: string][] {
  const found = new Map<string, string>()
  for (const start of names) {
    const queue = new Set([start])
    for (const name of queue) {
      if (found.has(name)) continue
      const text = types.get(name)
      if (text === undefined) throw new Error(`The declarations of the package lack ${name}`)
      found.set(name, text)
      for (const used of referencesIn(text)) if (types.has(used)) queue.add(used)
    }
  }
  return [...found]
}

/** Names of types are capitalize; a value is referred to by `typeof`. */
function referencesIn(text: string): string[] {
  const code = text.replace(/\/\*\*[\s\S]*?\*\/|"[^"\n]*"/g, '')
  return [...code.matchAll(/\b(?:typeof )?([A-Z]\w*)|\btypeof (\w+)/g)].map(match => (match[1] ?? match[2]) as string)
}
