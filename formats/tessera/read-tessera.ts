// Reads a Tessera archive: a workspace has everything that the format has, so nothing is guessed.

import { type Kind, type KindName, kindOf } from '@tessera/contract'
import {
  type ImportedBoard,
  type ImportedComment,
  type ImportedFile,
  type ImportedObject,
  type ImportLimits,
  ImportReport,
  placeholder,
  type ReadFormat,
  UnreadableBoardFile,
} from '../board-content.ts'
import { isObject, type JsonObject, own, ownNumber, ownText, parseJson } from '../parse-json.ts'
import { archiveNames, archiveVersion } from './tessera-archive.ts'
import { isZip, ZipReader } from './zip-reader.ts'

export const readTessera: ReadFormat = (bytes, limits): ImportedBoard => {
  if (!isZip(bytes)) throw new UnreadableBoardFile('not_recognized', 'The file is not a Tessera archive')
  const zip = new ZipReader(bytes, { maxBytes: limits.unpackedBytes, maxEntries: limits.files + 10 })
  const manifest = readManifest(zip, limits)
  const report = new ImportReport()
  const files: ImportedFile[] = []
  const hasOriginals = ownText(manifest, 'files') !== 'pictures'
  const objects = linesIn(zip, archiveNames.objects, limits).map((line, index) => {
    const object = readObject(line, index, report)
    const name = ownText(line, 'file')
    const content = name.startsWith(archiveNames.files) ? zip.read(name) : null
    if (content) files.push({ name, mime: '', bytes: content })
    return content && !hasOriginals ? asPicture(object, report) : object
  })
  const comments = linesIn(zip, archiveNames.comments, limits).map(readComment)
  return { objects, files, comments, adapted: report.adapted, left_out: report.left_out }
}

function readManifest(zip: ZipReader, limits: ImportLimits): unknown {
  const bytes = zip.read(archiveNames.manifest)
  const manifest = bytes && parseJson(bytes, limits)
  if (ownText(manifest, 'format') !== 'tessera')
    throw new UnreadableBoardFile('not_recognized', 'The file is a zip file, but not a Tessera archive')
  if (ownNumber(manifest, 'version') > archiveVersion)
    throw new UnreadableBoardFile('not_recognized', 'The archive was made by a newer version of Tessera')
  return manifest
}

function linesIn(zip: ZipReader, name: string, limits: ImportLimits): JsonObject[] {
  const bytes = zip.read(name)
  if (!bytes) return []
  const lines: JsonObject[] = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end)
    start = end < 0 ? bytes.length : end + 1
    if (line.length === 0) continue
    const parsed = parseJson(line, limits)
    if (!isObject(parsed))
      throw new UnreadableBoardFile('damaged', `The archive is damaged: ${name} has a line that is no record`)
    lines.push(parsed)
    // One more than allowed is enough to be refused.
    if (lines.length > limits.objects) break
  }
  return lines
}

function readObject(line: JsonObject, index: number, report: ImportReport): ImportedObject {
  const ref = ownText(line, 'id') || `#${index}`
  const kind = kindOf(ownText(line, 'kind'))
  const data = own(line, 'data')
  if (!kind || !isObject(data)) {
    report.adapt('object_unknown', ref)
    return placeholder(
      ref,
      { x: ownNumber(data, 'x'), y: ownNumber(data, 'y'), width: 240, height: 160 },
      ownText(line, 'kind'),
    )
  }
  const [group, parent, file, size] = [
    ownText(line, 'group'),
    ownText(line, 'on'),
    ownText(line, 'file'),
    own(line, 'size'),
  ]
  return {
    ref,
    kind: kind.name as KindName,
    data: {
      ...data,
      ...(kind.upload && isObject(size) ? { width: own(size, 'width'), height: own(size, 'height') } : {}),
    },
    ...(group ? { group } : {}),
    ...(parent ? { parent } : {}),
    ...(file ? { file } : {}),
  }
}

/** The picture of a document's first page is an image. */
function asPicture(object: ImportedObject, report: ImportReport): ImportedObject {
  const kind = kindOf(object.kind) as Kind
  if (!kind.upload) return object
  report.adapt('picture_reduced', object.ref)
  if (kind.upload.orByUrl) return object
  return { ...object, kind: 'image', data: { ...object.data, name: ownText(object.data, 'title') } }
}

function readComment(line: JsonObject): ImportedComment {
  const [author, on, parent, created_at] = [
    own(line, 'author'),
    ownText(line, 'targetId'),
    ownText(line, 'parent'),
    ownText(line, 'created_at'),
  ]
  return {
    ref: ownText(line, 'id'),
    text: ownText(line, 'text'),
    ...(on ? { on } : {}),
    ...(on || parent ? {} : { at: { x: ownNumber(line, 'x'), y: ownNumber(line, 'y') } }),
    ...(parent ? { parent } : {}),
    ...(isObject(author) ? { author: { name: ownText(author, 'name'), email: ownText(author, 'email') } } : {}),
    ...(created_at ? { created_at } : {}),
    resolved: own(line, 'resolved') === true,
  }
}
