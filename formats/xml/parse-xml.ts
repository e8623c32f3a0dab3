// A small XML reader: elements, attributes and text. Documents that declare a DOCTYPE or entities are refused, so nothing
// can be expanded or loaded.

import { type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import { decodeEntities } from './xml-entities.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

const maxElements = 2_000_000

/** The outermost element. Throws UnreadableBoardFile. */
export function parseXml(source: string, { depth: maxDepth }: Pick<ImportLimits, 'depth'>): XmlElement {
  const top: XmlElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [top]
  let [at, count] = [0, 0]
  while (at < source.length) {
    const inside = open.at(-1) as XmlElement
    const tag = source.indexOf('<', at)
    if (tag < 0) break
    if (open.length > 1) inside.text += decodeEntities(source.slice(at, tag))
    const skipped = skipMarkup(source, tag, inside)
    if (skipped !== null) {
      at = skipped
      continue
    }
    const end = tagEnd(source, tag)
    const written = source.slice(tag + 1, end)
    at = end + 1
    if (written.startsWith('/')) {
      if (open.length === 1 || written.slice(1).trim() !== inside.name) throw damaged()
      open.pop()
      continue
    }
    count += 1
    if (count > maxElements) throw new UnreadableBoardFile('too_large', 'The file has too many elements')
    const element = elementOf(written)
    inside.children.push(element)
    if (!written.endsWith('/')) open.push(element)
    if (open.length > maxDepth)
      throw new UnreadableBoardFile('too_deep', `The file is nested more than ${maxDepth} levels deep`)
  }
  const [root] = top.children
  if (!root || open.length > 1) throw damaged()
  return root
}

/** Comments, CDATA and processing instructions: where they end. Null if an element starts or ends here. */
function skipMarkup(source: string, tag: number, inside: XmlElement): number | null {
  const after = (end: string, from: number) => {
    const found = source.indexOf(end, from)
    if (found < 0) throw damaged()
    return found + end.length
  }
  if (source.startsWith('<!--', tag)) return after('-->', tag + 4)
  if (source.startsWith('<?', tag)) return after('?>', tag + 2)
  if (source.startsWith('<![CDATA[', tag)) {
    const end = after(']]>', tag + 9)
    inside.text += source.slice(tag + 9, end - 3)
    return end
  }
  if (source[tag + 1] === '!')
    throw new UnreadableBoardFile('refused', 'The file declares entities or a document type, which is not allowed')
  return null
}

/** The end of a tag; a > may stand in quotes. */
function tagEnd(source: string, tag: number): number {
  let quote = ''
  for (let at = tag + 1; at < source.length; at++) {
    const sign = source[at] as string
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
    else if (sign === '<') throw damaged()
  }
  throw damaged()
}

const attribute = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function elementOf(written: string): XmlElement {
  const name = /^[^\s/>]+/.exec(written)?.[0] ?? ''
  if (name === '') throw damaged()
  const attributes = new Map<string, string>()
  for (const [, key = '', double, single] of written.slice(name.length).matchAll(attribute))
    attributes.set(key, decodeEntities(double ?? single ?? ''))
  return { name, attributes, children: [], text: '' }
}

const damaged = () => new UnreadableBoardFile('damaged', 'The file is not complete or not well-formed XML')
