// Detects which Office program a file belongs to, from the content of its container.
import { type ByteSource, UnrecognizedFile } from './byte-source.ts'
import { listCompoundFile } from './compound-file.ts'
import { readZipDirectory, readZipEntry } from './zip-directory.ts'

export type OfficeType = 'word' | 'powerpoint' | 'excel'

export interface OfficeFile {
  type: OfficeType
  mime: string
}

const legacyStreams: Record<string, OfficeFile> = {
  WordDocument: { type: 'word', mime: 'application/msword' },
  'PowerPoint Document': { type: 'powerpoint', mime: 'application/vnd.ms-powerpoint' },
  Workbook: { type: 'excel', mime: 'application/vnd.ms-excel' },
  Book: { type: 'excel', mime: 'application/vnd.ms-excel' },
}

export async function detectLegacyOffice(bytes: ByteSource): Promise<OfficeFile> {
  const names = await listCompoundFile(bytes)
  if (names.includes('EncryptedPackage')) throw new UnrecognizedFile('The file is protected with a password')
  return requireSingleType(
    names.flatMap(name => (Object.hasOwn(legacyStreams, name) ? [legacyStreams[name] as OfficeFile] : [])),
  )
}

const contentTypes = '[Content_Types].xml'
const maxContentTypesBytes = 1024 * 1024

export async function detectOpenXmlOffice(bytes: ByteSource): Promise<OfficeFile> {
  const entries = await readZipDirectory(bytes)
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw new UnrecognizedFile('The file is protected with a password')
  const [entry, another] = entries.filter(({ name }) => name === contentTypes)
  if (!entry || another) throw notOffice()
  const xml = String(await readZipEntry(bytes, entry, maxContentTypesBytes))
  const names = entries.map(({ name }) => name.toLowerCase())
  const parts = new Set([...names, ...names.map(name => name.slice(name.lastIndexOf('.')))])
  return requireSingleType(
    declaredTypes(xml).flatMap(({ part, type }) => (parts.has(part) ? (mainTypes.get(type) ?? []) : [])),
  )
}

// Content types are declared for single parts and for extensions such as .bin; a declaration counts only if the file
// contains such a part.
function declaredTypes(xml: string): { part: string; type: string }[] {
  return [...xml.matchAll(/<(?:\w+:)?(Override|Default)\s[^<>]*>/g)].map(([element, kind]) => ({
    part: kind === 'Override' ? attribute(element, 'PartName').slice(1) : `.${attribute(element, 'Extension')}`,
    type: attribute(element, 'ContentType'),
  }))
}

function attribute(element: string, name: string): string {
  const [, , value = ''] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(element) ?? []
  return value.toLowerCase()
}

// Every document type of the three programs, by the content type of its main part.
const openFormats = 'application/vnd.openxmlformats-officedocument.'
const mainTypes = new Map<string, OfficeFile>([
  ...openTypes('word', 'wordprocessingml', ['document', 'template']),
  ...openTypes('powerpoint', 'presentationml', ['presentation', 'slideshow', 'template']),
  ...openTypes('excel', 'spreadsheetml', ['sheet', 'template']),
  ...macroTypes('word', 'ms-word', ['document']),
  ...macroTypes('powerpoint', 'ms-powerpoint', ['presentation', 'slideshow', 'template']),
  ...macroTypes('excel', 'ms-excel', ['sheet', 'template']),
  entryOf(
    'word',
    'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
    'application/vnd.ms-word.template.macroEnabled.12',
  ),
  entryOf(
    'excel',
    'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
    'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  ),
])

function openTypes(type: OfficeType, family: string, names: string[]): [string, OfficeFile][] {
  return names.map(name => entryOf(type, `${openFormats}${family}.${name}.main+xml`, `${openFormats}${family}.${name}`))
}

function macroTypes(type: OfficeType, family: string, names: string[]): [string, OfficeFile][] {
  const root = `application/vnd.${family}`
  return names.map(name => entryOf(type, `${root}.${name}.macroEnabled.main+xml`, `${root}.${name}.macroEnabled.12`))
}

function entryOf(type: OfficeType, mainType: string, mime: string): [string, OfficeFile] {
  return [mainType.toLowerCase(), { type, mime }]
}

function requireSingleType(files: OfficeFile[]): OfficeFile {
  const [file] = files
  if (!file || files.some(({ type }) => type !== file.type)) throw notOffice()
  return file
}

function notOffice(): UnrecognizedFile {
  return new UnrecognizedFile('The file is not a Word, PowerPoint or Excel document')
}
