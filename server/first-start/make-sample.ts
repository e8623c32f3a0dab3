// Creates the sample workspace with ordinary changes, so that its log is complete.

import { Readable } from 'node:stream'
import { kinds, replaceReferences } from '@tessera/contract'
import type { Caller } from '../accounts/access/index.ts'
import { checkCreate, fillBoard } from '../board/index.ts'
import { createEmptyWorkspace } from '../organization/index.ts'
import type { FileStorage } from '../platform/files/index.ts'
import type { Tx } from '../platform/sql/index.ts'
import { newObjectId } from '../tools/index.ts'
import { type SampleFiles, type SampleObject, sampleBoard } from './sample-board.ts'
import { makeDocument } from './sample-pages.ts'
import { makePicture, pictureSize } from './sample-picture.ts'

const maxBytes = 1_000_000

/** Called before the transaction: a file must be stored before a row references it. */
export async function storeSampleFiles(files: FileStorage): Promise<SampleFiles> {
  const put = async (bytes: Buffer, mime: string) => {
    const { hash, size } = await files.put(Readable.from([bytes]), { maxBytes })
    return { file: { hash, size, mime } }
  }
  return {
    picture: { fields: pictureSize, hidden: await put(makePicture(), 'image/png') },
    document: { fields: { type: 'pdf', pages: null }, hidden: await put(makeDocument(), 'application/pdf') },
  }
}

export async function makeSampleWorkspace(
  tx: Tx,
  { owner, organization_id, publicUrl, files, now }: SampleDraft,
): Promise<void> {
  const draft = { organization_id, name: 'Welcome', description: 'A board to look around on', public: 1 }
  const { workspace } = await createEmptyWorkspace(tx, owner, draft, now)
  const clock = { ...workspace, orderBase: workspace.order_base }
  await fillBoard(tx, { workspace: clock, caller: owner, now }, apply => {
    const ids = new Map<string, string>()
    for (const object of sampleBoard(publicUrl, files)) addObject(object, ids, apply)
  })
}

type Apply = Parameters<Parameters<typeof fillBoard>[2]>[0]

interface SampleDraft {
  readonly owner: Caller
  readonly organization_id: number
  readonly publicUrl: string
  readonly files: SampleFiles
  readonly now: string
}

function addObject(
  { kind, name, data, known, strokes = [], comments = [] }: SampleObject,
  ids: Map<string, string>,
  apply: Apply,
) {
  const id = newObjectId()
  if (name !== undefined) ids.set(name, id)
  const connected = replaceReferences(kinds[kind], data, name => ids.get(name) ?? name)
  apply({ op: 'create', id, kind, data: checkCreate(kind, connected), ...(known ? { known } : {}) })
  for (const points of strokes)
    apply({ op: 'create', kind: 'stroke', data: checkCreate('stroke', points), on: { kind, id } })
  let parent: string | null = null
  for (const text of comments) {
    const comment = apply({ op: 'comment', on: { kind, id }, text, parent })
    if ('id' in comment) parent ??= comment.id
  }
}
