// What an address of the documentation shows, and where addresses of earlier versions lead.

export type DocsPlace =
  | { readonly page: 'start' | 'reference' | 'missing' }
  | { readonly page: 'guide'; readonly slug: string }
  | { readonly page: 'noun'; readonly noun: string }

interface KnownPages {
  readonly guides: readonly { readonly slug: string }[]
  readonly nouns: readonly { readonly name: string }[]
}

export function placeOf(path: string, { guides, nouns }: KnownPages): DocsPlace {
  const [first = '', second = '', ...more] = path
    .replace(/^\/docs\/?/, '')
    .replace(/\/$/, '')
    .split('/')
  if (more.length > 0) return { page: 'missing' }
  if (first === '') return { page: 'start' }
  if (first === 'reference') {
    if (second === '') return { page: 'reference' }
    return nouns.some(({ name }) => name === second) ? { page: 'noun', noun: second } : { page: 'missing' }
  }
  return second === '' && guides.some(({ slug }) => slug === first)
    ? { page: 'guide', slug: first }
    : { page: 'missing' }
}

/** In earlier versions, the documentation was one page, with everything in the hash. */
export function findMovedAddress(path: string, hash: string, { guides, nouns }: KnownPages): string | null {
  if (path.replace(/\/$/, '') !== '/docs' || hash.length < 2) return null
  const anchor = decode(hash.slice(1))
  const noun = nouns.find(({ name }) => anchor === name || anchor.startsWith(`${name}.`))
  if (noun) return `/docs/reference/${noun.name}${anchor === noun.name ? '' : `#${anchor}`}`
  const section = formerSections[anchor]
  return section !== undefined && guides.some(({ slug }) => section.split('#')[0] === slug) ? `/docs/${section}` : null
}

const formerSections: Readonly<Record<string, string>> = {
  authentication: 'authorization',
  errors: 'errors',
  paging: 'lists',
  retries: 'bulk-changes',
  versions: 'bulk-changes',
  flowcharts: 'bulk-changes',
  limits: 'rate-limits',
}

/** The hash can contain invalid percent-encoding. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
