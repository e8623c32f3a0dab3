// Tests damaged and hostile files, in the real child process: a clear error, and nothing on the board.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { ZipWriter } from '@tessera/formats/tessera/zip-writer'
import { importInto } from '../../testing/imports.ts'
import { type World, world } from '../../testing/world.ts'

const zipOf = async (entries: Readonly<Record<string, string | Uint8Array>>) => {
  const zip = new ZipWriter()
  const parts: Uint8Array[] = []
  for (const [name, content] of Object.entries(entries))
    parts.push(...(await zip.entry(name, Buffer.from(content as string))))
  return Buffer.concat([...parts, ...zip.end()])
}
const manifest = JSON.stringify({ format: 'tessera', version: 1, files: 'originals' })
const line = (object: object) => `${JSON.stringify(object)}\n`
const note = line({ id: 'a', kind: 'note', data: { text: 'a' } })

/** A zip entry that claims to be small and unpacks to a gigabyte, or claims to be huge. */
async function bomb(claimed: number): Promise<Buffer> {
  const whole = await zipOf({ 'manifest.json': manifest, 'objects.ndjson': 'x'.repeat(30) })
  const packed = deflateRawSync(Buffer.alloc(200_000_000))
  const zip = new ZipWriter()
  const parts = [
    ...(await zip.entry('manifest.json', Buffer.from(manifest))),
    ...(await zip.entry('objects.ndjson', packed, true)),
    ...zip.end(),
  ]
  const bytes = Buffer.concat(parts)
  const directory = bytes.lastIndexOf(Buffer.from('objects.ndjson')) - 46
  bytes.writeUInt16LE(8, directory + 10)
  bytes.writeUInt32LE(claimed, directory + 24)
  assert.ok(bytes.length > whole.length)
  return bytes
}

const renamed = (name: string) => zipOf({ 'manifest.json': manifest, 'objects.ndjson': note, [name]: 'x' })
const archive = await zipOf({ 'manifest.json': manifest, 'objects.ndjson': note })
const nested = (depth: number) => `{"nodes":${'['.repeat(depth)}${']'.repeat(depth)}}`
const rows = (count: number) => 'a row\n'.repeat(count)

// biome-ignore format: a table
const files: readonly (readonly [title: string, format: string | null, bytes: string | Uint8Array, code: string])[] = [
  ['nothing that can be shown',        'jsoncanvas', '{"nodes":[],"edges":[]}',                   'empty'],
  ['JSON of another kind',             'jsoncanvas', '{"a":1}',                                   'not_recognized'],
  ['JSON that is cut off',             'jsoncanvas', '{"nodes":[{"id":"a"',                       'damaged'],
  ['JSON that is nested too deep',     'jsoncanvas', nested(200_000),                             'too_deep'],
  ['text that is no text',             'markdown',   new Uint8Array([0x80, 0xff, 0xfe]),          'damaged'],
  ['a table with the NUL character',   'csv',        'a\u0000b',                                  'not_recognized'],
  ['100,001 rows',                     'csv',        rows(100_001),                               'too_many_objects'],
  ['100,001 items',                    'markdown',   '- a\n'.repeat(100_001),                     'too_many_objects'],
  ['an archive that is none',          'tessera',    'PK no',                                     'not_recognized'],
  ['a zip file of something else',     null,         await zipOf({ 'word/document.xml': '<x/>' }),      'not_recognized'],
  ['an archive that is cut off',       null,         archive.subarray(0, archive.length - 30),    'damaged'],
  ['an archive with a changed byte',   null,         changed(archive),                            'damaged'],
  ['an archive of a newer version',    null,         await zipOf({ 'manifest.json': '{"format":"tessera","version":99}' }), 'not_recognized'],
  ['a path out of the archive',        null,         await renamed('../../etc/passwd'),                 'damaged'],
  ['an absolute path',                 null,         await renamed('/etc/passwd'),                      'damaged'],
  ['a path of Windows',                null,         await renamed('..\\x'),                            'damaged'],
  ['a bomb that claims to be small',   null,         await bomb(1_000),                                 'damaged'],
  ['a bomb that claims to be huge',    null,         await bomb(4_000_000_000),                         'too_large'],
  ['records that are none',            null,         await zipOf({ 'manifest.json': manifest, 'objects.ndjson': '[1]\n' }), 'damaged'],
  ['100,001 objects',                  null,         await zipOf({ 'manifest.json': manifest, 'objects.ndjson': note.repeat(100_001) }), 'too_many_objects'],
]

function changed(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf('objects.ndjson') + 'objects.ndjson'.length + 2
  copy[at] = (copy[at] as number) ^ 0xff
  return copy
}

describe('hostile files', () => {
  let shared: World
  before(async () => {
    shared = await world()
  })

  for (const [title, format, bytes, code] of files)
    test(`[IMP-6] [IMP-13] ${title} is refused as ${code}, and changes nothing`, async () => {
      const { ann, board } = shared
      const failed = await importInto(ann, board, bytes, format === null ? {} : { format })
      assert.deepEqual([failed.state, failed.error_code, failed.report], ['failed', code, null])
      assert.match(failed.error ?? '', /^[A-Z].{15,}[^.]$/)
      const [{ objects }, { events }] = await Promise.all([ann.objects.list(board), ann.events.list(board)])
      assert.deepEqual([objects.length, events.filter(({ type }) => type.endsWith('_CREATE')).length], [0, 0])
    })

  test('[IMP-9] [IMP-13] prototype property names, huge numbers and unknown references become defaults at worst', async () => {
    const { ann, organization } = shared
    const { workspace } = await ann.workspaces.create(organization, { name: 'Odd' })
    const board = workspace.properties.uid
    const odd =
      line({ id: '__proto__', kind: 'note', data: { text: 'a', x: 1e308, y: -1e308, toString: 1 } }) +
      '{"id":"constructor","kind":"note","data":{"text":"b","__proto__":{"pin":true}},"group":"__proto__"}\n' +
      line({
        id: 'c',
        kind: 'connector',
        data: { from: { id: { ref: 'toString' } }, to: { id: { ref: '__proto__' } } },
      }) +
      line({ id: 'd', kind: 'hasOwnProperty', data: {} }) +
      line({ id: 'e', kind: 'stroke', on: 'nobody', data: { points: [1, 2, null, 'x', 3, 4] } })
    const done = await importInto(ann, board, await zipOf({ 'manifest.json': manifest, 'objects.ndjson': odd }))
    assert.deepEqual([done.state, done.report?.created], ['done', 5])
    const { notes } = await ann.notes.list(board)
    assert.deepEqual(
      notes.map(({ text, x, y, pin }) => [text, x, y, pin]),
      [
        ['a', 1_000_000_000, -1_000_000_000, false],
        ['b', 0, 0, false],
      ],
    )
  })
})
