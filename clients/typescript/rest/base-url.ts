// The address of the API, from the address of the service as users write it.

export function baseOf(url: string): string {
  const { protocol, origin, pathname } = parseUrl(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`url must be http or https: ${url}`)
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
}

function parseUrl(url: string): URL {
  try {
    return new URL(url)
  } catch {
    throw new TypeError(`url must be a complete address: ${url}`)
  }
}
