// Decides from the response headers whether a browser would show a page in our frame.

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/**
 * Returns the reason, or an empty string if the page may be framed. `page` is the URL after redirects, `ancestor` our
 * containing page.
 */
export function framingRefusal(headers: ResponseHeaders, page: URL, ancestor: URL): string {
  if (ancestor.protocol === 'https:' && page.protocol === 'http:' && !isLoopback(page.hostname))
    return 'The page is not served over https'
  if (/^\s*attachment\b/i.test(valuesOf(headers, 'content-disposition')[0] ?? ''))
    return 'The URL is a download, not a page'
  const policies = frameAncestors(headers)
  // Browsers ignore the older header if there is a policy.
  const isAllowed =
    policies.length > 0
      ? policies.every(sources => sources.some(source => matches(source, page, ancestor)))
      : optionsAllow(headers, page, ancestor)
  return isAllowed ? '' : 'The site does not allow being shown in a frame'
}

const valuesOf = (headers: ResponseHeaders, name: string): string[] =>
  [headers[name] ?? []].flat().flatMap(value => value.split(','))

function optionsAllow(headers: ResponseHeaders, page: URL, ancestor: URL): boolean {
  const options = new Set(valuesOf(headers, 'x-frame-options').map(value => value.trim().toLowerCase()))
  const known = ['deny', 'sameorigin', 'allowall'].filter(option => options.has(option))
  if (options.size > 1 && known.length > 0) return false
  if (options.has('deny')) return false
  return !options.has('sameorigin') || page.origin === ancestor.origin
}

/** Returns the frame-ancestors sources of each policy that has some. */
function frameAncestors(headers: ResponseHeaders): string[][] {
  return valuesOf(headers, 'content-security-policy').flatMap(policy => {
    const directives = policy.split(';').map(directive => directive.trim().split(/\s+/))
    const found = directives.find(([name = '']) => name.toLowerCase() === 'frame-ancestors')
    return found ? [found.slice(1)] : []
  })
}

const hostSource = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^*:/?#[\]]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(\/.*)?$/

function matches(written: string, page: URL, ancestor: URL): boolean {
  const source = written.toLowerCase()
  if (source === "'self'") return page.origin === ancestor.origin
  if (source === '*') return true
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return schemeMatches(source, ancestor.protocol)
  const [, scheme, host = '', port, path = '/'] = hostSource.exec(source) ?? []
  return (
    schemeMatches(scheme === undefined ? page.protocol : `${scheme}:`, ancestor.protocol) &&
    hostMatches(host, ancestor.hostname) &&
    portMatches(port, ancestor) &&
    path === '/'
  )
}

/** A source with http also allows https. */
const schemeMatches = (allowed: string, actual: string) =>
  allowed === actual || (allowed === 'http:' && actual === 'https:')

function hostMatches(allowed: string, actual: string): boolean {
  if (allowed === '*') return true
  return allowed.startsWith('*.') ? actual.endsWith(allowed.slice(1)) : allowed !== '' && allowed === actual
}

function portMatches(allowed: string | undefined, { port, protocol }: URL): boolean {
  if (allowed === '*') return true
  const actual = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  if (allowed === undefined) return port === ''
  return allowed === actual || (allowed === '80' && actual === '443')
}

const isLoopback = (host: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
