// Uploads pictures, each with different bytes, so that each is stored and processed.

import { type Random, seededRandom } from '../../server/testing/seeded-random.ts'
import { solidPicture } from '../../server/testing/solid-picture.ts'
import { pictureMark } from '../marks.ts'
import type { RunState } from '../run-state.ts'
import { attemptUntilKnown, pause } from './attempt.ts'

const paceMs = 1_200

export async function uploadPictures(run: RunState, seed: number): Promise<void> {
  const random = seededRandom(seed)
  while (!run.isOver) {
    await uploadPicture(run, random)
    await pause(paceMs)
  }
}

export async function uploadPicture(run: RunState, random: Random): Promise<void> {
  const board = run.boards[0] as string
  const color = `#${random.below(0x1000000).toString(16).padStart(6, '0')}`
  const bytes = await solidPicture(40 + random.below(60), 30 + random.below(60), color)
  const x = run.nextPictureX()
  const client = run.client({ timeoutMs: 8_000 })
  const { outcome, value } = await attemptUntilKnown(run, 'upload', () =>
    client.images.create(board, { image: bytes, x }, { idempotencyKey: `picture-${x}` }),
  )
  run.ledger.settle(board, [pictureMark(x)], outcome)
  if (value) run.images.set(value.image.id, bytes)
}
