// The entries of the search of the documentation: guides and their sections, nouns, operations, fields and errors.

import type { GuidePart, GuideSummary } from '../guides/guide.ts'
import type { Description, Operation } from '../reference/description.ts'
import type { Schema } from '../reference/schema.ts'

export type EntryKind = 'guide' | 'section' | 'noun' | 'operation' | 'field' | 'error'

export interface SearchEntry {
  readonly kind: EntryKind
  readonly title: string
  /** Where it is: the guide of a section, the operations of a field. */
  readonly place: string
  readonly text: string
  readonly href: string
  /** Other words that find it. */
  readonly keywords: readonly string[]
  readonly method?: string
}

/** A guide as the build prepares it for the search. */
export interface GuideText extends Pick<GuideSummary, 'slug' | 'summary' | 'section'> {
  readonly parts: readonly GuidePart[]
}

export const searchEntries = (guides: readonly GuideText[], description: Description): SearchEntry[] => [
  ...guides.flatMap(guideEntries),
  ...description.nouns.flatMap(noun => [
    {
      kind: 'noun' as const,
      title: noun.label,
      place: '',
      text: noun.description,
      href: `/docs/reference/${noun.name}`,
      keywords: otherNames[noun.name] ?? [],
    },
    ...noun.operations.map(operation => operationEntry(operation, noun.label)),
  ]),
  ...fieldEntries(description),
  ...errorEntries(description),
]

/** Common names for the things that nouns and sections are about. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  workspaces: ['board'],
  notes: ['sticky'],
  listeners: ['webhook'],
  connectors: ['arrow', 'line'],
  canvases: ['frame'],
  documents: ['pdf'],
  strokes: ['drawing', 'pen'],
  browsers: ['embed', 'iframe'],
  'bulk-changes#safe-retries': ['idempotency'],
}

function guideEntries({ slug, summary, parts }: GuideText): SearchEntry[] {
  const title = parts[0]?.title ?? slug
  return parts.map(({ id, title: heading, text }) =>
    id === ''
      ? {
          kind: 'guide',
          title,
          place: '',
          text: `${summary} ${text}`,
          href: `/docs/${slug}`,
          keywords: [slug.replaceAll('-', ' ')],
        }
      : {
          kind: 'section',
          title: heading,
          place: title,
          text,
          href: `/docs/${slug}#${id}`,
          keywords: otherNames[`${slug}#${id}`] ?? [],
        },
  )
}

const operationEntry = ({ id, noun, title, method, path, description }: Operation, label: string): SearchEntry => ({
  kind: 'operation',
  title,
  place: label,
  text: description,
  href: `/docs/reference/${noun}#${id}`,
  keywords: [id, path, method],
  method,
})

/** One entry per name of a field: it leads to the first operation that has it. */
function fieldEntries({ nouns }: Description): SearchEntry[] {
  const fields = new Map<string, { operations: Operation[]; text: string }>()
  for (const operation of nouns.flatMap(noun => noun.operations)) {
    for (const [name, text] of fieldsOf(operation)) {
      const known = fields.get(name) ?? { operations: [], text: '' }
      if (!known.operations.includes(operation)) known.operations.push(operation)
      fields.set(name, { ...known, text: known.text || text })
    }
  }
  return [...fields].map(([name, { operations, text }]) => ({
    kind: 'field',
    title: name,
    place: placeOf(operations),
    text,
    href: `/docs/reference/${operations[0]?.noun}#${operations[0]?.id}`,
    keywords: [],
  }))
}

const placeOf = ([first, ...rest]: readonly Operation[]) =>
  rest.length === 0 ? (first?.title ?? '') : `${first?.title} + ${rest.length}`

function fieldsOf({ inQuery, inHeader, bodies, reply }: Operation): [name: string, text: string][] {
  const parameters = [...inQuery, ...inHeader].map(({ name, description, schema }): [string, string] => [
    name,
    description ?? schema.description ?? '',
  ])
  return [...parameters, ...bodies.flatMap(({ schema }) => namesIn(schema, 3)), ...namesIn(reply, 2)]
}

function namesIn(schema: Schema, depth: number): [name: string, text: string][] {
  if (depth === 0) return []
  const inner = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, string][] => [
      [name, field.description ?? ''],
      ...namesIn(field, depth - 1),
    ]),
    ...inner.flatMap(one => namesIn(one, depth)),
  ]
}

/** The codes of all errors, each with the status it usually has. */
function errorEntries({ nouns }: Description): SearchEntry[] {
  const errors = new Map<string, SearchEntry>()
  for (const { errors: statuses } of nouns.flatMap(noun => noun.operations)) {
    for (const { status, codes } of statuses) {
      for (const [code, meaning] of Object.entries(codes)) {
        if (errors.has(code)) continue
        errors.set(code, {
          kind: 'error',
          title: code,
          place: String(status),
          text: meaning,
          href: '/docs/errors',
          keywords: [],
        })
      }
    }
  }
  return [...errors.values()]
}
