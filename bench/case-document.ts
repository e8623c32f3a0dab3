// The cost of a PDF of 60 nearly empty pages until it is ready on the board, compared with Poppler's pdftoppm drawing
// the same pages at the same size and one encode of each; and how long the first page takes. Needs Linux and
// poppler-utils.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { createPdf } from '../server/testing/pdf-file.ts'
import type { Benchmark } from './benchmark.ts'
import { spreadOf } from './measure.ts'
import { totalCpuSeconds } from './process-tree.ts'
import { newWorkspace, type Product, startProduct } from './product.ts'

const pageCount = 60
const largeSide = 2_000
const pollMs = 10

export const processDocument: Benchmark = {
  group: 'document',
  name: 'document',
  title: `A PDF of ${pageCount} nearly empty pages, SQLite`,
  async run({ pace, postgresUrl }) {
    const product = await startProduct('sqlite', await postgresUrl())
    const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
    const rounds: { firstPageSeconds: number; seconds: number; ratio: number }[] = []
    try {
      const board = await newWorkspace(product, 'Documents')
      for (let round = 0; round < pace.rounds; round++) {
        // The bytes differ each time: pages of known bytes are not drawn again.
        const pdf = createPdf(
          Array.from({ length: pageCount }, (_, page) => ({ text: `Round ${round}, page ${page}` })),
        )
        const { cpuSeconds, ...times } = await upload(product, board, pdf)
        rounds.push({ ...times, ratio: cpuSeconds / (await bareSeconds(pdf, folder)) })
      }
    } finally {
      await product.drop()
      await rm(folder, { recursive: true, force: true })
    }
    const spread = (figure: keyof (typeof rounds)[number]) => spreadOf(rounds.map(round => round[figure]))
    return {
      sides: [],
      findings: [
        { what: 'first page on the board', unit: 's', ...spread('firstPageSeconds'), atMost: 1 },
        { what: 'all pages', unit: 's', ...spread('seconds') },
        { what: 'processor time, of pdftoppm and one encode', unit: '×', ...spread('ratio'), atMost: 2 },
      ],
    }
  },
}

async function upload(product: Product, board: string, pdf: Buffer) {
  const { documents } = product.client
  const cpuBefore = await totalCpuSeconds(product)
  const startedAt = performance.now()
  const { document } = await documents.create(board, { document: pdf, title: 'Report' })
  let firstPageSeconds = Number.NaN
  for (;;) {
    const { document: now } = await documents.get(board, document.id)
    const seconds = (performance.now() - startedAt) / 1_000
    if (Number.isNaN(firstPageSeconds) && now.pictures.length > 0) firstPageSeconds = seconds
    if (now.state === 'failed') throw new Error(`the document failed: ${now.reason}`)
    if (now.state === 'ready')
      return { firstPageSeconds, seconds, cpuSeconds: (await totalCpuSeconds(product)) - cpuBefore }
    await delay(pollMs)
  }
}

async function bareSeconds(pdf: Buffer, folder: string): Promise<number> {
  const path = join(folder, 'report.pdf')
  await writeFile(path, pdf)
  const draw = `pdftoppm -scale-to ${largeSide} "$1" "$2"; times`
  const { stdout } = await promisify(execFile)('sh', ['-c', draw, 'sh', path, join(folder, 'page')])
  // The user and system time of the shell, and then of the programs that it ran.
  const [, , user = 0, system = 0] = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds),
  )
  const before = process.cpuUsage()
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.ppm')) continue
    const { data, width, height } = readPpm(await readFile(join(folder, name)))
    await sharp(data, { raw: { width, height, channels: 3 } })
      .webp({ quality: 82, effort: 0 })
      .toBuffer()
  }
  const encode = process.cpuUsage(before)
  return user + system + (encode.user + encode.system) / 1e6
}

/** The pixels of a PPM, whose header ends with the largest value of a channel. */
function readPpm(file: Buffer): { data: Buffer; width: number; height: number } {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 100))
  if (!header) throw new Error('not a picture of pdftoppm')
  return { data: file.subarray(header[0].length), width: Number(header[1]), height: Number(header[2]) }
}
