// Writes a board as an outline in Markdown: canvases as headings, objects as list items in reading order, connectors as
// "A → B: label", comments as quotes.

import type { BoardContent, ContentComment, ContentObject } from '../board-content.ts'
import { type BoardOutline, outlineOf, type PlacedObject } from '../outline.ts'

export const writeMarkdown = (content: BoardContent): string => `${sectionsOf(content).join('\n\n')}\n`

function sectionsOf(content: BoardContent): string[] {
  const outline = outlineOf(content.objects)
  const names = new Map(
    [...outline.objects, ...outline.canvases].map(({ object, text }) => [object.id, oneLine(text) || object.kind]),
  )
  const threads = threadsOf(content.comments)
  const describe = describer(threads, names)
  const onCanvas = Map.groupBy(outline.objects, object => canvasIdOf(outline, object))
  const listOf = (id: string) => (onCanvas.get(id) ?? []).flatMap(describe).join('\n')
  return [
    `# ${oneLine(content.name)}`,
    content.description.trim(),
    listOf(''),
    ...(threads.on.get(null) ?? []).map(comment => quote(comment, threads, '').join('\n')),
    ...outline.canvases.flatMap(({ object, text }) => [
      `## ${oneLine(text)}`,
      commentsOn(object.id, threads, '').join('\n'),
      listOf(object.id),
    ]),
  ].filter(section => section !== '')
}

const canvasIdOf = (outline: BoardOutline, placed: PlacedObject) => outline.canvasOf(placed)?.object.id ?? ''

interface Threads {
  /** The first comments of threads, by their object; null for those beside objects. */
  readonly on: ReadonlyMap<string | null, readonly ContentComment[]>
  /** Replies by the first comment of their thread. */
  readonly replies: ReadonlyMap<string | null, readonly ContentComment[]>
}

const threadsOf = (comments: readonly ContentComment[]): Threads => ({
  on: Map.groupBy(
    comments.filter(({ parent }) => parent === null),
    ({ targetId }) => targetId,
  ),
  replies: Map.groupBy(comments, ({ parent }) => parent),
})

/** The lines of an object; none if it has nothing to write. */
function describer(threads: Threads, names: ReadonlyMap<string, string>) {
  return ({ object, text }: PlacedObject): string[] => {
    const quotes = commentsOn(object.id, threads, '  ')
    const said = 'from' in object && 'to' in object ? connection(object, names) : linkOr(object, text)
    if (said === '' && quotes.length === 0) return []
    const [first = '', ...rest] = (said || object.kind).split('\n')
    return [`- ${first}`, ...rest.map(line => (line === '' ? '' : `  ${line}`)), ...quotes]
  }
}

const linkOr = ({ url }: ContentObject, text: string) =>
  typeof url === 'string' && /^https?:/i.test(url) ? `<${encodeURI(url)}>` : text.trim().replace(/\r\n?/g, '\n')

/** A connector is written if it joins two objects, or has a label. */
function connection(object: ContentObject, names: ReadonlyMap<string, string>): string {
  const nameOf = (end: unknown) => names.get((end as { id?: string } | undefined)?.id ?? '') ?? '…'
  const label = oneLine(String(object.label ?? ''))
  const hasObjects = 'id' in (object.from as object) && 'id' in (object.to as object)
  if (!hasObjects && label === '') return ''
  return `${nameOf(object.from)} ${arrowOf(object)} ${nameOf(object.to)}${label && `: ${label}`}`
}

function arrowOf({ startCap, endCap }: ContentObject): string {
  const [start, end] = [startCap !== 'none', endCap !== 'none']
  return start && end ? '↔' : start ? '←' : end ? '→' : '—'
}

const commentsOn = (id: string, threads: Threads, indent: string) =>
  (threads.on.get(id) ?? []).flatMap(comment => quote(comment, threads, indent))

/** A thread: the first comment, and the replies one level deeper. */
function quote(first: ContentComment, { replies }: Threads, indent: string): string[] {
  const lines = (comment: ContentComment, mark: string) =>
    `${comment.author.name || comment.author.email}: ${comment.text.trim()}`
      .split(/\r\n?|\n/)
      .map(line => `${indent}${mark} ${line}`.trimEnd())
  return [
    ...lines(first, '>'),
    ...(replies.get(first.id) ?? []).flatMap(reply => [`${indent}>`, ...lines(reply, '> >')]),
  ]
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
