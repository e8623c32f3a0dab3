// What is stored when the child process that reads a file fails, on each engine. hostile-files.test.ts has real bombs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPdf } from '../../testing/pdf-file.ts'
import { processedDocument } from '../../testing/processed.ts'
import { worldWith } from '../../testing/world.ts'

test('[FIL-18] a document that cannot be read in time fails with the reason', async () => {
  const { ann, board } = await worldWith({}, { processingLimits: { pageMs: 1, maxTries: 1 } })
  const created = await ann.documents.create(board, { document: createPdf([{ text: 'slow' }]), title: 'slow' })
  const { state, reason } = await processedDocument({ as: ann, board }, created.document.id)
  assert.deepEqual([state, reason], ['failed', 'Reading the file takes too long'])
})
