// Reads the title and the picture URLs from the head of an HTML page. A tag scanner, not a parser: it stops at the end of
// the head, makes one pass, and skips what it does not understand.

export interface PageHead {
  readonly title: string
  /** URLs, the best candidates first. */
  readonly pictures: readonly string[]
  readonly icons: readonly string[]
}

const maxTitleLength = 255

export function readPageHead(html: string, address: string): PageHead {
  const tags = [...tagsOf(html)]
  const base = absolute(attributeOf(tags, 'base', 'href'), address) ?? address
  const meta = metaOf(tags)
  const pictures = pictureNames.map(name => absolute(meta.get(name), base))
  const title =
    tags.find(({ name }) => name === 'title')?.text || meta.get('og:title') || meta.get('twitter:title') || ''
  return {
    title: tidy(title).slice(0, maxTitleLength).toWellFormed(),
    pictures: present(pictures),
    icons: present(iconsOf(tags).map(href => absolute(href, base))),
  }
}

const pictureNames = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src']

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Only for title elements. */
  readonly text: string
}

const opening = /<(?:!--|([a-z][a-z0-9-]*)|\/head\b)/gi
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
const wanted = ['title', 'meta', 'link', 'base']
/** Elements whose content is not markup. */
const opaque = ['title', 'script', 'style', 'noscript', 'template']

function* tagsOf(html: string): Generator<Tag> {
  const lower = html.toLowerCase()
  opening.lastIndex = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase()
    if (found[0] === '<!--') {
      opening.lastIndex = endOf(lower, '-->', opening.lastIndex)
      continue
    }
    if (name === undefined || name === 'body') return
    const { attributes, end } = attributesAt(html, opening.lastIndex)
    const after = opaque.includes(name) ? lower.indexOf(`</${name}`, end) : end
    const text = name === 'title' ? html.slice(end, after < 0 ? html.length : after) : ''
    if (wanted.includes(name)) yield { name, attributes, text: decodeEntities(text) }
    if (after < 0) return
    opening.lastIndex = after
  }
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

function attributesAt(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let end = from
  for (;;) {
    attribute.lastIndex = end
    const found = attribute.exec(html)
    if (!found) return { attributes, end: endOf(html, '>', end) }
    const [, name = '', double, single, bare = ''] = found
    if (!attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare))
    end = attribute.lastIndex
  }
}

const attributeOf = (tags: readonly Tag[], tag: string, attribute: string) =>
  tags.find(({ name, attributes }) => name === tag && attributes.has(attribute))?.attributes.get(attribute)

/** The first element of each name wins. */
function metaOf(tags: readonly Tag[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, attributes } of tags) {
    const key = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
    const content = attributes.get('content')
    if (name === 'meta' && content && !found.has(key)) found.set(key, content)
  }
  return found
}

/** Returns icons in supported formats, the largest first; home screen icons are large even if they declare no size. */
function iconsOf(tags: readonly Tag[]): string[] {
  const icons = tags.flatMap(({ name, attributes }) => {
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
    const isHomeScreen = rel.some(word => word.startsWith('apple-touch-icon'))
    const href = attributes.get('href')
    if (name !== 'link' || !href || !(isHomeScreen || rel.includes('icon'))) return []
    if (/svg|x-icon|\.ico\b/i.test(`${attributes.get('type') ?? ''} ${href}`)) return []
    return [{ href, side: Number.parseInt(attributes.get('sizes') ?? '', 10) || (isHomeScreen ? 180 : 16) }]
  })
  return icons.sort((one, other) => other.side - one.side).map(({ href }) => href)
}

function absolute(written: string | undefined, base: string): string | undefined {
  const url = written === undefined ? null : URL.parse(written.trim(), base)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const present = (addresses: readonly (string | undefined)[]) => [
  ...new Set(addresses.filter(address => address !== undefined)),
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: a title has none
const tidy = (text: string) => text.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
}

const decodeEntities = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
