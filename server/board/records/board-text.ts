// A whole board at one point in time as JSON text, serialized once for all clients that open it at that moment.

import { type Kind, kinds } from '@tessera/contract'
import type { SignFile } from '../../platform/files/index.ts'
import { type Database, type Reader, readInPages } from '../../platform/sql/index.ts'
import { listCommentRows } from './comment-store.ts'
import { commentView } from './comment-view.ts'
import { findSeq, listObjectRows } from './object-store.ts'
import { recordTexts } from './stored-object.ts'

export interface BoardText {
  /** The sequence number of the last event included. */
  readonly seq: number
  readonly parts: readonly BoardPart[]
  /** Whether it has objects, such as connectors, with fields that change with other objects without an event. */
  readonly hasFollowers: boolean
}

/** Comma-separated JSON objects, without the brackets of a list. */
export interface BoardPart {
  readonly objects: Texts
  readonly comments: string
}

interface Texts {
  /** The text for users who may download original files. */
  readonly full: string
  /** The text for all other users. */
  readonly plain: string
}

/** A part ends with the object that makes it longer than this many characters. */
const partLength = 262_144

export async function readBoardText(db: Database, workspace_id: number, sign: SignFile): Promise<BoardText> {
  return await db.snapshot(async reader => {
    const seq = await findSeq(reader, workspace_id)
    const parts: BoardPart[] = []
    let hasFollowers = false
    for await (const { present, ...objects } of objectParts(reader, workspace_id, sign)) {
      parts.push({ objects, comments: '' })
      hasFollowers ||= followingKinds.some(kind => present.has(kind))
    }
    for await (const comments of commentParts(reader, workspace_id))
      parts.push({ objects: { full: '', plain: '' }, comments })
    return { seq, parts, hasFollowers }
  })
}

const followingKinds = Object.values<Kind>(kinds)
  .filter(({ references = {} }) => Object.values(references).some(({ holds }) => holds === 'anchor'))
  .map(({ name }) => name as string)

async function* objectParts(
  db: Reader,
  workspace_id: number,
  sign: SignFile,
): AsyncGenerator<Texts & { present: ReadonlySet<string> }> {
  let [full, plain, length] = [[] as string[], [] as string[], 0]
  const present = new Set<string>()
  const part = () => {
    const whole = full.join()
    return { full: whole, plain: plain.every((text, index) => text === full[index]) ? whole : plain.join(), present }
  }
  for await (const page of readInPages((after, limit) => listObjectRows(db, workspace_id, after, limit))) {
    for (const { kind, data } of page) {
      const texts = recordTexts(data, sign)
      const head = `{"kind":"${kind}",`
      present.add(kind)
      full.push(head + texts.full.slice(1))
      plain.push(texts.plain === texts.full ? (full.at(-1) as string) : head + texts.plain.slice(1))
      length += texts.full.length
      if (length < partLength) continue
      yield part()
      full = []
      plain = []
      length = 0
    }
  }
  if (full.length > 0) yield part()
}

async function* commentParts(db: Reader, workspace_id: number): AsyncGenerator<string> {
  let texts: string[] = []
  let length = 0
  for await (const page of readInPages((after, limit) => listCommentRows(db, workspace_id, after, limit))) {
    for (const row of page) {
      const text = JSON.stringify(commentView(row))
      texts.push(text)
      length += text.length
      if (length < partLength) continue
      yield texts.join()
      texts = []
      length = 0
    }
  }
  if (texts.length > 0) yield texts.join()
}
