// The comments of an import. They are in the name of the user who imports; those of other people begin with their names.

import { type Kind, type KindName, kinds } from '@tessera/contract'
import type { ImportedComment, ImportReport } from './board-content.ts'
import { cleanText, fitPoint, shortenText } from './fit-data.ts'
import { importedId, type PreparedChange } from './prepared-import.ts'

export interface CommentOptions {
  readonly import_id: string
  readonly email: string
  /** The objects of the import by their refs. */
  readonly targets: ReadonlyMap<string, { readonly kind: KindName; readonly id: string }>
  readonly shift: { readonly x: number; readonly y: number }
  readonly report: ImportReport
  /** The number of the first comment within the import. */
  readonly firstNumber: number
}

type NewComment = Extract<PreparedChange, { op: 'comment' }>

const maxLength = 8_192

export function prepareComments(comments: readonly ImportedComment[], options: CommentOptions): PreparedChange[] {
  const { report, import_id, firstNumber } = options
  const made = new Map<string, NewComment>()
  const resolved: PreparedChange[] = []
  for (const comment of answersLast(comments)) {
    const place = placeOf(comment, made, options)
    const text = textOf(comment, options)
    if (!place || text.trim() === '' || made.has(comment.ref)) {
      report.leaveOut('comment_target_missing')
      continue
    }
    const id = importedId(import_id, firstNumber + made.size)
    made.set(comment.ref, { op: 'comment', id, text, ...place })
    if (comment.resolved && place.parent === null) resolved.push({ op: 'resolve-comment', id, resolved: true })
  }
  return [...made.values(), ...resolved]
}

/** In the order of the file, except replies that come before their comment. */
function answersLast(comments: readonly ImportedComment[]): ImportedComment[] {
  const seen = new Set<string>()
  const early: ImportedComment[] = []
  const rest = comments.filter(comment => {
    const isEarly = comment.parent !== undefined && !seen.has(comment.parent)
    if (isEarly) early.push(comment)
    seen.add(comment.ref)
    return !isEarly
  })
  return [...rest, ...early]
}

type Place = Pick<NewComment, 'on' | 'at' | 'parent'>

function placeOf(
  comment: ImportedComment,
  made: ReadonlyMap<string, NewComment>,
  options: CommentOptions,
): Place | null {
  if (comment.parent !== undefined) {
    const parent = made.get(comment.parent)
    return parent && parent.parent === null ? { on: parent.on, parent: parent.id } : null
  }
  if (comment.on !== undefined) {
    const on = options.targets.get(comment.on)
    return on && (kinds[on.kind] as Kind).takes.includes('comments') ? { on, parent: null } : null
  }
  const { x, y } = options.shift
  const at = comment.at && fitPoint({ x: comment.at.x + x, y: comment.at.y + y })
  return at ? { on: null, at, parent: null } : null
}

function textOf({ ref, text, author, created_at }: ImportedComment, { email, report }: CommentOptions): string {
  const clean = cleanText(text)
  const isOwn = !author || author.email.toLowerCase() === email.toLowerCase()
  if (!isOwn) report.adapt('comment_by_other', ref)
  const day = created_at?.slice(0, 10)
  const whole = isOwn ? clean : `${cleanText(author.name) || author.email}${day ? `, ${day}` : ''}:\n${clean}`
  return shortenText(whole, maxLength, code => report.adapt(code, ref))
}
