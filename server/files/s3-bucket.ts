// Speaks to one S3 bucket: signed requests, tried again where that can help. The five requests we need are plain
// HTTP, so there is a signer (aws4fetch) and no SDK of twenty megabytes.
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher } from 'undici'

export interface S3Settings {
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Asked anew for every attempt. */
  body?: () => Dispatcher.DispatchOptions['body']
  /** SHA-256 of the body; the bucket refuses bytes that do not fit it. */
  bodyHash?: string
}

type S3Answer = Dispatcher.ResponseData

/** Null where the key is not in the bucket; every other answer that is not a success is thrown as S3Failed. */
export type S3Bucket = (request: S3Request) => Promise<S3Answer | null>

/** What the bucket said, without the request: that carries a signature. */
export class S3Failed extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`The S3 bucket answered ${status}${code && ` ${code}`}`)
    this.name = 'S3Failed'
    this.status = status
    this.code = code
  }
}

const attempts = 4
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export function openS3Bucket(settings: S3Settings): S3Bucket {
  const base = bucketUrl(settings)
  const agent = new Agent({ allowH2: false, headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 10_000 } })

  return async request => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === attempts
      try {
        const answer = await send(agent, base, settings, request)
        if (answer.statusCode < 300) return answer
        const failed = new S3Failed(answer.statusCode, errorCode(await limitedText(answer)))
        if (failed.status === 404 && failed.code !== 'NoSuchBucket') return null
        if (isLast || !isPassing(failed)) throw failed
      } catch (error) {
        if (isLast || error instanceof S3Failed) throw error
      }
      await sleep(100 * 2 ** attempt * (0.5 + Math.random() / 2))
    }
  }
}

function bucketUrl({ endpoint, region, bucket, forcePathStyle }: S3Settings): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  if (forcePathStyle) url.pathname += `${bucket}/`
  else url.hostname = `${bucket}.${url.hostname}`
  return url
}

async function send(agent: Agent, base: URL, settings: S3Settings, request: S3Request): Promise<S3Answer> {
  const url = new URL(base)
  url.pathname += request.key
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const { accessKeyId, secretAccessKey, region } = settings
  const { method } = request
  const headers = { ...request.headers, 'x-amz-content-sha256': request.bodyHash ?? emptyHash }
  const signed = await new AwsV4Signer({
    url: url.href,
    method,
    headers,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  }).sign()
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: Object.fromEntries(signed.headers),
    body: request.body?.(),
  })
}

function isPassing({ status }: S3Failed): boolean {
  return status === 429 || status >= 500
}

async function limitedText({ body }: S3Answer): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += chunk
    if (text.length > 8192) break
  }
  return text
}

function errorCode(xml: string): string {
  return /<Code>(\w{1,100})<\/Code>/.exec(xml)?.[1] ?? ''
}
