// The images that the Dockerfile builds on: build arguments with exact version tags, whose digests a release resolves. A tag
// can be moved to another image, a digest cannot.

import { createHash } from 'node:crypto'

export interface BaseImage {
  /** The build argument. */
  readonly argument: string
  readonly image: string
}

const timeoutMs = 30_000
const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/** Throws if a stage builds on anything else than an argument with an exact tag, or an earlier stage. */
export function baseImages(dockerfile: string): BaseImage[] {
  const [head = '', ...stages] = `\n${dockerfile}`.split(/\n(?=FROM )/)
  const given = new Map([...head.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name = '', image = '']) => [name, image]))
  const names = new Set<string>()
  const used = stages.flatMap(stage => {
    const [, from = '', name] = /^FROM (\S+)(?: AS (\S+))?/i.exec(stage) ?? []
    if (name !== undefined) names.add(name)
    if (names.has(from)) return []
    const argument = /^\$\{?(\w+)\}?$/.exec(from)?.[1] ?? ''
    const image = given.get(argument)
    if (image === undefined) throw new Error(`the Dockerfile builds on ${from}, which is not an argument with an image`)
    if (!/:\d+\.\d+(\.\d+)*(-[\w.]+)*$/.test(image))
      throw new Error(`${argument} is ${image}, which is not an exact version`)
    return [{ argument, image }]
  })
  return used.filter(({ argument }, index) => used.findIndex(one => one.argument === argument) === index)
}

/** Adds the digest to each image. Throws if a registry does not tell it. */
export const withDigests = (images: readonly BaseImage[]): Promise<BaseImage[]> =>
  Promise.all(
    images.map(async ({ argument, image }) => ({ argument, image: `${image}@${await resolveDigest(image)}` })),
  )

/** Throws if one has no digest. */
export function buildArguments(images: readonly BaseImage[]): string {
  const open = images.find(({ image }) => !/@sha256:[0-9a-f]{64}$/.test(image))
  if (open) throw new Error(`${open.argument} is ${open.image}, without a digest`)
  return images.map(({ argument, image }) => `--build-arg ${argument}=${image}`).join(' ')
}

async function resolveDigest(image: string): Promise<string> {
  const url = manifestUrl(image)
  try {
    const first = await get(url)
    const response =
      first.status === 401 ? await get(url, await readToken(first.headers.get('www-authenticate'))) : first
    if (!response.ok) throw new Error(`the registry responds with ${response.status}`)
    const digest = `sha256:${createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex')}`
    const named = response.headers.get('docker-content-digest')
    if (named !== null && named !== digest) throw new Error('the manifest does not match its digest')
    return digest
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    throw new Error(`cannot resolve the digest of ${image}: ${reason}`, { cause: error })
  }
}

/** As Docker: names without a host are of Docker Hub, and only a registry on this machine may be without TLS. */
function manifestUrl(image: string): URL {
  const at = image.lastIndexOf(':')
  const parts = image.slice(0, at).split('/')
  const host = parts.length > 1 && /[.:]|^localhost$/.test(parts[0] as string) ? parts.shift() : undefined
  if (host === undefined && parts.length === 1) parts.unshift('library')
  const origin = host === undefined ? 'https://registry-1.docker.io' : `${isLocal(host) ? 'http' : 'https'}://${host}`
  return new URL(`${origin}/v2/${parts.join('/')}/manifests/${image.slice(at + 1)}`)
}

const isLocal = (host: string) => /^(localhost|127\.0\.0\.1)(:|$)/.test(host)

const get = (url: URL, token?: string) =>
  fetch(url, {
    headers: { accept: manifestTypes, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(timeoutMs),
  })

/** Public images need a token, too, which everybody gets. */
async function readToken(challenge: string | null): Promise<string> {
  const fields = new Map(
    [...(challenge ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const url = URL.parse(fields.get('realm') ?? '')
  if (!url || (url.protocol !== 'https:' && !isLocal(url.host))) throw new Error('the registry requires a sign-in')
  for (const name of ['service', 'scope']) url.searchParams.set(name, fields.get(name) ?? '')
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${url.host} gives no token: ${response.status}`)
  const { token, access_token } = (await response.json()) as { token?: string; access_token?: string }
  return token ?? access_token ?? ''
}
