import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createLinkedDocument } from '../../testing/linked-document.ts'
import { withServer } from '../../testing/local-server.ts'
import { processedDocument } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { until } from '../../testing/until.ts'
import { type World, worldWith } from '../../testing/world.ts'
import { findProgram } from '../sandbox/find-program.ts'

const notInstalled = /need LibreOffice, which is not installed on the server/

const upload = async ({ ann, board }: World, document: Buffer) => {
  const created = await ann.documents.create(board, { document, title: 'office' })
  return await processedDocument({ as: ann, board }, created.document.id)
}

const textOf = async ({ ann, board }: World, id: string) =>
  (await ann.documents.listPages(board, id)).pages.map(page => page.text).join('\n')

describe('Office files', () => {
  let folder: string
  let office: World
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-test-'))
    office = await worldWith({ libreOffice: 'soffice' }, {})
  })
  after(() => rm(folder, { recursive: true }))

  /** A script that replaces LibreOffice, to simulate its failures. */
  const program = async (name: string, script: string) => {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return path
  }

  const isHere = findProgram('soffice')

  for (const [name, words] of [
    ['letter.docx', /A letter/],
    ['table.xlsx', /name count\ntile\n3/],
    ['talk.pptx', /A talk/],
    ['table.xls', /name count\ntile\n3/],
  ] as const)
    test(`[FIL-17] ${name} is converted to pages if LibreOffice is installed, and fails with that reason if not`, async () => {
      const document = await upload(office, await readSample(name))
      if (await isHere) {
        assert.deepEqual([document.state, document.reason], ['ready', undefined])
        assert.match(await textOf(office, document.id), words)
        assert.equal(document.pictures.length, 2)
      } else {
        assert.equal(document.state, 'failed')
        assert.match(document.reason ?? '', notInstalled)
      }
    })

  test('[FIL-17] [COM-5] without LibreOffice an Office file fails with that reason; the same file is tried again later', async () => {
    const made = await worldWith({ libreOffice: join(folder, 'nowhere') }, {})
    const { ann, board } = made
    const bytes = await readSample('letter.docx')
    const document = await upload(made, bytes)
    assert.deepEqual([document.state, document.pages], ['failed', null])
    assert.match(document.reason ?? '', notInstalled)
    await ann.comments.create(board, 'documents', document.id, { text: 'a pity' })
    await program(
      'nowhere',
      `cp ${join(import.meta.dirname, '../../testing/samples/page.pdf')} "$PWD/out.pdf"; mkdir out; mv out.pdf out/document.pdf`,
    )
    const again = await upload(made, bytes)
    assert.deepEqual([again.state, again.pages], ['ready', 1])
    assert.equal(
      (await ann.documents.get(board, document.id)).document.state,
      'failed',
      'the first one stays as it was',
    )
  })

  test('[FIL-17] a conversion that writes no PDF, or exits with an error, makes the document failed', async () => {
    for (const [script, reason, code] of [
      ['exit 0', /LibreOffice cannot read/, 'LIBREOFFICE_REFUSES'],
      ['kill -9 $$', /reads the file crashed/, 'CRASHES'],
      ['mkdir out; head -c 600000000 /dev/zero > out/document.pdf', /reads the file crashed/, 'CRASHES'],
    ] as const) {
      const made = await worldWith(
        { libreOffice: await program(`bad-${script.length}`, script) },
        { processingLimits: { maxTries: 1 } },
      )
      const document = await upload(made, await readSample('letter.docx'))
      assert.equal(document.state, 'failed', script)
      assert.match(document.reason ?? '', reason)
      assert.equal(document.reasonCode, code)
      assert.deepEqual(await readdir(join(made.dependencies.config.dataDir, 'work')), [], 'nothing is left behind')
    }
  })

  test('[FIL-18] a program that hangs is killed with every process it started', async () => {
    const ids = join(folder, 'ids')
    const hanging = await program('hanging', `sleep 1000 & echo $! $$ > ${ids}; sleep 1000`)
    const made = await worldWith({ libreOffice: hanging }, { processingLimits: { convertMs: 5_000, maxTries: 1 } })
    const document = await upload(made, await readSample('talk.pptx'))
    assert.deepEqual([document.state, document.reason], ['failed', 'Reading the file takes too long'])
    const [child, parent] = (await readFile(ids, 'utf8')).trim().split(' ').map(Number)
    for (const id of [child, parent]) await until(async () => !isRunning(id as number))
  })

  test('[FIL-18] the program that reads a document gets no environment of the server', async () => {
    const seen = join(folder, 'environment')
    process.env.TESSERA_TEST_SECRET = 'secret'
    const made = await worldWith(
      { libreOffice: await program('looking', `env > ${seen}; ulimit -a >> ${seen}; exit 0`) },
      {},
    )
    await upload(made, await readSample('letter.docx'))
    const text = await readFile(seen, 'utf8')
    assert.match(text, /HOME=/)
    assert.doesNotMatch(text, /TESSERA_TEST_SECRET|DATABASE_URL/)
    assert.match(text, /data\(kbytes\)\s+\d+|data seg size.*\s\d+\n/)
  })

  test('[FIL-18] a document with links reaches neither the network nor the files of the server', async () => {
    let requests = 0
    await withServer(
      (_request, response) => {
        requests += 1
        response.writeHead(404).end()
      },
      async ({ origin }) => {
        const secret = join(folder, 'secret.txt')
        await writeFile(secret, 'TheSecretWord')
        const document = await upload(office, createLinkedDocument({ picture: `${origin}/x.png`, text: secret }))
        assert.equal(document.state, (await isHere) ? 'ready' : 'failed')
        assert.doesNotMatch(await textOf(office, document.id), /TheSecretWord/)
        assert.equal(requests, 0)
      },
    )
  })
})

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
