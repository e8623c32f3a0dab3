// Sends signed requests to one S3 bucket and retries transient errors. The five requests we need are plain HTTP, so we
// use a signer (aws4fetch) instead of the 20 MB SDK.
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
  /** For tests: replaces the timeouts of each request. */
  timeoutMs?: number
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Called again for every attempt. */
  body?: () => Dispatcher.DispatchOptions['body']
  /** SHA-256 of the body; the bucket rejects a body with another hash. */
  bodyHash?: string
  /** The maximum number of attempts; 4 by default. */
  attempts?: number
  /** How long the bucket may take to respond, and to send or receive the next bytes. */
  timeoutMs?: number
}

type S3Response = Dispatcher.ResponseData

/**
 * Resolves with null if the key is not in the bucket; every other response that is not a success is thrown as S3Error.
 */
export type S3Bucket = (request: S3Request) => Promise<S3Response | null>

/** The error response of the bucket, without the request: that contains a signature. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`The S3 bucket responded with status ${status}${code && ` ${code}`}`)
    this.name = 'S3Error'
    this.status = status
    this.code = code
  }
}

const maxAttempts = 4
/** Repeated errors come soon after each other. After a timeout the caller has waited long enough. */
const retryWithinMs = 5_000
const connectTimeoutMs = 5_000
const defaultTimeoutMs = 10_000
/** A bucket may respond to a large file only after it is on its disks. */
const storeTimeoutMs = 20_000
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export function openS3Bucket(settings: S3Settings): S3Bucket {
  const base = bucketUrl(settings)
  const agent = new Agent({ allowH2: false, connect: { timeout: connectTimeoutMs } })

  return async request => {
    const { attempts = maxAttempts } = request
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      let isLast = attempt === attempts
      try {
        const response = await send(agent, base, settings, request)
        if (response.statusCode < 300) return response
        const failed = new S3Error(response.statusCode, errorCode(await limitedText(response)))
        if (failed.status === 404 && failed.code !== 'NoSuchBucket') return null
        if (isLast || !isTransient(failed)) throw failed
      } catch (error) {
        isLast ||= performance.now() - startedAt > retryWithinMs
        if (isLast || error instanceof S3Error) throw error
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

async function send(agent: Agent, base: URL, settings: S3Settings, request: S3Request): Promise<S3Response> {
  const url = new URL(base)
  url.pathname += request.key
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const { accessKeyId, secretAccessKey, region } = settings
  const { method } = request
  const timeoutMs = settings.timeoutMs ?? request.timeoutMs ?? (request.body ? storeTimeoutMs : defaultTimeoutMs)
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
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
}

function isTransient({ status }: S3Error): boolean {
  return status === 429 || (status >= 500 && status !== 507)
}

async function limitedText({ body }: S3Response): Promise<string> {
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
