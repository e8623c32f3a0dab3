// Verifies the AWS4-HMAC-SHA256 signature of a request like S3, implemented from the specification and independently of
// the signer we use.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
}

interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const skewMs = 15 * 60 * 1000

/** The error code S3 gives for a request with a wrong signature, or null if it is right. */
export function signatureError(request: SignedRequest, credentials: Credentials, nowMs = Date.now()): string | null {
  const found = authorization.exec(request.headers.authorization ?? '')
  if (!found) return 'AccessDenied'
  const [, accessKeyId, day = '', region, names = '', signature = ''] = found
  const time = String(request.headers['x-amz-date'])
  if (accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== credentials.region || !time.startsWith(day)) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(parseTime(time) - nowMs) <= skewMs)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const mustSign = Object.keys(request.headers).filter(name => name === 'host' || name.startsWith('x-amz-'))
  if (!mustSign.every(name => signed.includes(name))) return 'AccessDenied'

  const scope = `${day}/${credentials.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, signed))].join('\n')
  let key: Buffer | string = `AWS4${credentials.secretAccessKey}`
  for (const part of [day, credentials.region, 's3', 'aws4_request']) key = hmac(key, part)
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function parseTime(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function canonicalRequest({ method, url, headers }: SignedRequest, signed: string[]): string {
  const path = decodeURIComponent(url.pathname).split('/').map(percentEncode).join('/')
  const query = [...url.searchParams]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&')
  const lines = signed.map(name => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
  return [method, path, query, lines.join(''), signed.join(';'), headers['x-amz-content-sha256']].join('\n')
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
