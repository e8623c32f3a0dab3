// Lays the sample workspace out, change by change as a person would have: so its log is whole like any other.

import { Readable } from 'node:stream'
import type { Caller } from '../access/access.ts'
import type { Tx } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { applyChange } from '../objects/apply-change.ts'
import type { ChangeResult, ObjectChange } from '../objects/changes.ts'
import { checkCreate } from '../objects/check-change.ts'
import { Draft, openBoard } from '../objects/draft.ts'
import { storeBoards } from '../objects/store-boards.ts'
import { makeWorkspace } from '../workspaces/create-workspace.ts'
import { type SampleFiles, type SampleObject, sampleBoard } from './sample-board.ts'
import { makeDocument } from './sample-pages.ts'
import { makePicture, pictureSize } from './sample-picture.ts'

const mostBytes = 1_000_000

/** Before the transaction: a file is there before anything refers to it. */
export async function storeSampleFiles(files: FileStorage): Promise<SampleFiles> {
  const put = async (bytes: Buffer, mime: string) => {
    const { hash, size } = await files.put(Readable.from([bytes]), { maxBytes: mostBytes })
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
  const { workspace } = await makeWorkspace(tx, owner, draft, now)
  const board = openBoard(workspace, [], [])
  const hand = new Draft(board, owner.id, now)
  const apply = (change: ObjectChange) =>
    applyChange(hand, change, { caller: owner, sign: () => '', mentioned: new Map() })
  for (const object of sampleBoard(publicUrl, files)) place(object, apply)
  await storeBoards(tx, [board], now)
}

interface SampleDraft {
  readonly owner: Caller
  readonly organization_id: number
  readonly publicUrl: string
  readonly files: SampleFiles
  readonly now: string
}

function place(
  { kind, data, known, strokes = [], comments = [] }: SampleObject,
  apply: (change: ObjectChange) => ChangeResult,
) {
  const { id } = apply({ op: 'create', kind, data: checkCreate(kind, data), ...(known ? { known } : {}) })
  for (const points of strokes)
    apply({ op: 'create', kind: 'stroke', data: checkCreate('stroke', points), on: { kind, id } })
  let parent: string | null = null
  for (const text of comments) {
    const said = apply({ op: 'comment', on: { kind, id }, text, parent })
    parent ??= said.id
  }
}
