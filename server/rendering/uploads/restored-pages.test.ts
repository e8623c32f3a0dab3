// Backups of the pictures and pages made from files.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { backUp } from '../../platform/backup/back-up.ts'
import { restore } from '../../platform/backup/restore.ts'
import { openDiskStorage } from '../../platform/files/disk-storage.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { processedDocument, processedImage } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { worldWithProcessing } from '../../testing/world.ts'
import { listPages } from './document-pages.ts'

test('[STO-9] [STO-10] a backup restores pages, their text and all pictures', async () => {
  const { ann, board, dependencies } = await worldWithProcessing()
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  const { document } = await ann.documents.create(board, { document: createPdf([{ text: 'restored' }]), title: 'd' })
  const { pictures } = await processedImage({ as: ann, board }, image.id)
  const { url } = await processedDocument({ as: ann, board }, document.id)
  const hashIn = (address: string | undefined) => new URL(address as string).pathname.replace('/files/', '')
  const folder = await mkdtemp(join(tmpdir(), 'restored-'))
  const target = await testDatabase()
  try {
    await backUp(dependencies.db, dependencies.storage, join(folder, 'archive'))
    const files = await openDiskStorage(join(folder, 'files'))
    await restore(target.db, files, join(folder, 'archive'))
    const listed = await listPages(target.db.read, hashIn(url), { limit: 10, offset: 0 }, file => `/files/${file.hash}`)
    assert.deepEqual(
      listed.pages.map(page => page.text),
      ['restored'],
    )
    for (const picture of listed.pages.flatMap(page => page.pictures))
      assert.notEqual(await files.size(picture.url.replace('/files/', '')), null)
    for (const picture of pictures) assert.notEqual(await files.size(hashIn(picture.url)), null)
  } finally {
    await target.db.close()
    await target.drop()
    await rm(folder, { recursive: true })
  }
})
