// Every setting: its environment variable, default, meaning and accepted values. An invalid value stops the start with an
// error that names the variable.

import { readFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'

import type { AbuseLimits } from './abuse-limits.ts'
import { defaultSender, readMailbox, readSmtpUrl } from './mail/mail-settings.ts'

export class ConfigError extends Error {}

const minSecretKeyLength = 32

interface Setting<T> {
  readonly default: string
  readonly meaning: string
  readonly read: (text: string, name: string) => T
}

const setting = <T>(value: string, meaning: string, read: (text: string, name: string) => T): Setting<T> => ({
  default: value,
  meaning,
  read,
})

export const settings = {
  PORT: setting('8080', 'The port to listen on; 0 picks a free one.', wholeNumber(0, 65_535)),
  HOST: setting('localhost', 'The address to listen on; 0.0.0.0 for all interfaces.', text()),
  PUBLIC_URL: setting('', 'The URL people use, without a path. Default: http://localhost:<PORT>.', origin()),
  DATA_DIR: setting('./data', 'The folder of the embedded database, the files and the saved mail.', text()),
  DATABASE_URL: setting(
    '',
    'postgres://… to use PostgreSQL 14 or newer instead of the embedded database.',
    databaseUrl(),
  ),
  REDIS_URL: setting(
    '',
    'redis://… if several processes share a database: it carries changes, presence and rate limits between them.',
    redisUrl(),
  ),
  S3_BUCKET: setting('', 'The bucket to store files in, instead of DATA_DIR.', text()),
  S3_ENDPOINT: setting('', 'The URL of an S3-compatible store other than Amazon S3.', origin()),
  S3_REGION: setting('us-east-1', 'The region of the bucket.', text()),
  S3_ACCESS_KEY_ID: setting('', 'The access key that can read and write the bucket.', text()),
  S3_SECRET_ACCESS_KEY: setting('', 'The secret of S3_ACCESS_KEY_ID.', text()),
  S3_PREFIX: setting('', 'The prefix of all file names in the bucket.', text()),
  SECRET_KEY: setting(
    '',
    'Encrypts the secrets in the database: at least 32 characters, such as 32 random bytes in base64.',
    secretKey(),
  ),
  SECRET_KEY_FILE: setting('', 'A file that holds SECRET_KEY.', text()),
  SECRET_KEY_PREVIOUS: setting('', 'The SECRET_KEY before, while it is being changed.', secretKey()),
  SECRET_KEY_PREVIOUS_FILE: setting('', 'A file that holds SECRET_KEY_PREVIOUS.', text()),
  SMTP_URL: setting(
    '',
    'smtp://user:password@host:587 or smtps://… to send mail through; without it mail is saved in DATA_DIR.',
    smtpUrl(),
  ),
  MAIL_FROM: setting('', 'The sender of mail. Default: Tessera <no-reply@the host of PUBLIC_URL>.', mailbox()),
  LIBREOFFICE: setting(
    'soffice',
    'The LibreOffice program that converts Word, PowerPoint and Excel files: a name in PATH or an absolute path.',
    text(),
  ),
  ADMIN_EMAIL: setting('admin@example.com', 'The email address of the owner that the first start creates.', email()),
  ADMIN_PASSWORD: setting('', 'The password of that owner; without it one is generated and printed once.', password()),
  DEMO: setting('1', '0 skips the sample workspace on the first start.', yesOrNo()),
  DYNAMIC_REGISTRATION: setting('1', '0 turns off that programs can register themselves (RFC 7591).', yesOrNo()),
  RATE_LIMIT_PER_MINUTE: setting(
    '6000',
    'Requests per minute for each user; 0 for no limit.',
    wholeNumber(0, 100_000_000),
  ),
  CONCURRENT_REQUESTS_PER_USER: setting(
    '24',
    'Requests of one user that each process runs at the same time, others wait; 0 for no limit.',
    count(),
  ),
  MAILS_PER_SENDER_PER_HOUR: setting(
    '100',
    'Invitations and mentions that one person may cause in an hour; 0 for no limit.',
    count(),
  ),
  MAILS_PER_RECIPIENT_PER_HOUR: setting(
    '20',
    'Mails an hour to one address that one person or one organization may cause; 0 for no limit.',
    count(),
  ),
  MAILS_PER_ORGANIZATION_PER_DAY: setting(
    '1000',
    'Invitations and mentions that one organization may cause in a day; 0 for no limit.',
    count(),
  ),
  LISTENERS_PER_USER: setting('200', 'Listeners that one user may have; 0 for no limit.', count()),
  LISTENERS_PER_WORKSPACE: setting('50', 'Listeners that one workspace may have; 0 for no limit.', count()),
  DELIVERIES_PER_HOST: setting(
    '8',
    'Deliveries to one host that each process has in progress at the same time; 0 for no limit.',
    count(),
  ),
  STORAGE_LIMIT_BYTES: setting(
    '0',
    'Bytes of uploaded files for each organization; 0 for no limit.',
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
  ),
  SOCKETS_PER_USER: setting('50', 'Open live sockets of one user in each process; 0 for no limit.', count()),
  IMAGE_FETCHES_PER_USER: setting(
    '4',
    'Images by URL that each process fetches for one user at the same time; 0 for no limit.',
    count(),
  ),
  IMAGE_FETCHES: setting('16', 'Images by URL that each process fetches at the same time; 0 for no limit.', count()),
  BODY_LIMIT_BYTES: setting('1048576', 'The maximum size of a JSON body.', wholeNumber(1_024, 1_073_741_824)),
  OUTBOUND_ALLOW: setting(
    '',
    'Private networks and hosts that webhooks, images by URL and web pages may reach, separated by commas.',
    listOf(),
  ),
  METRICS_ALLOW: setting(
    '',
    'Addresses besides loopback that may read /metrics, separated by commas; * for all.',
    listOf(),
  ),
  METRICS_TOKEN: setting(
    '',
    'If set, /metrics also requires the header Authorization: Bearer with this token of at least 16 characters.',
    metricsToken(),
  ),
  TRUSTED_PROXIES: setting(
    '',
    'IP addresses and networks of reverse proxies whose X-Forwarded-For header is trusted, separated by commas.',
    proxyList(),
  ),
  OIDC_ISSUER: setting('', 'The issuer URL of an OpenID Connect provider, for single sign-on.', issuer()),
  OIDC_CLIENT_ID: setting('', 'The client id that the provider has given to this server.', text()),
  OIDC_CLIENT_SECRET: setting('', 'The secret of OIDC_CLIENT_ID; without it the client is public.', text()),
  OIDC_NAME: setting('', 'The name of the provider on the sign-in button. Default: the host of OIDC_ISSUER.', text()),
  OIDC_DOMAINS: setting(
    '',
    'The domains of email addresses that may sign in through the provider, separated by commas; empty for all.',
    domainList(),
  ),
  OIDC_SIGN_UP: setting(
    '0',
    '1 creates an account for people whom the provider knows and Tessera does not.',
    yesOrNo(),
  ),
  OIDC_ROLE_CLAIM: setting(
    '',
    'The claim whose values admin, user or guest set the role in the first organization at each sign-in.',
    text(),
  ),
  PASSWORD_SIGN_IN: setting('1', '0 turns off signing in with a password; OIDC_ISSUER is then required.', yesOrNo()),
  LOG_REQUESTS: setting('1', '0 turns off the log line for each request.', yesOrNo()),
  LOG_LEVEL: setting(
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} satisfies Record<string, Setting<unknown>>

type Settings = typeof settings
type Values = { [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

export interface Config extends AbuseLimits {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  /** Whether PUBLIC_URL or PORT is set, so that publicUrl is not a default. */
  readonly isAddressGiven: boolean
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** Undefined if files are stored in dataDir. */
  readonly s3: S3Config | undefined
  /** Undefined if secrets are stored without encryption. */
  readonly secretKey: string | undefined
  readonly previousSecretKey: string | undefined
  /** Undefined if mail is saved in dataDir. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** A name or a path; the program may be missing. */
  readonly libreOffice: string
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly isDemo: boolean
  /** Whether programs can register themselves as OAuth clients. */
  readonly isRegistrationOpen: boolean
  readonly rateLimitPerMinute: number
  readonly bodyLimitBytes: number
  readonly outboundAllow: readonly string[]
  readonly metricsAllow: readonly string[]
  readonly metricsToken: string | undefined
  readonly trustedProxies: readonly string[]
  /** Undefined without single sign-on. */
  readonly oidc: OidcConfig | undefined
  readonly hasPasswordSignIn: boolean
  readonly isLoggingRequests: boolean
  readonly logLevel: string
}

export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly name: string
  /** In lower case. Empty if every domain may sign in. */
  readonly domains: readonly string[]
  readonly canSignUp: boolean
  readonly roleClaim: string | undefined
}

export interface S3Config {
  readonly bucket: string
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly prefix: string
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).map(([name, one]) => [
      name,
      one.read(environment[name]?.trim() || one.default, name),
    ]),
  ) as Values
  const publicUrl = values.PUBLIC_URL || `http://localhost:${values.PORT}`
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    isAddressGiven: values.PUBLIC_URL !== '' || (values.PORT !== 0 && Boolean(environment.PORT?.trim())),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL || undefined,
    redisUrl: values.REDIS_URL || undefined,
    s3: s3Config(values),
    secretKey: secretKeyFrom(values, 'SECRET_KEY'),
    previousSecretKey: secretKeyFrom(values, 'SECRET_KEY_PREVIOUS'),
    smtpUrl: values.SMTP_URL || undefined,
    mailFrom: values.MAIL_FROM || defaultSender(publicUrl),
    libreOffice: values.LIBREOFFICE,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD || undefined,
    isDemo: values.DEMO,
    isRegistrationOpen: values.DYNAMIC_REGISTRATION,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    concurrentRequestsPerUser: values.CONCURRENT_REQUESTS_PER_USER,
    mailsPerSenderPerHour: values.MAILS_PER_SENDER_PER_HOUR,
    mailsPerRecipientPerHour: values.MAILS_PER_RECIPIENT_PER_HOUR,
    mailsPerOrganizationPerDay: values.MAILS_PER_ORGANIZATION_PER_DAY,
    listenersPerUser: values.LISTENERS_PER_USER,
    listenersPerWorkspace: values.LISTENERS_PER_WORKSPACE,
    deliveriesPerHost: values.DELIVERIES_PER_HOST,
    storageLimitBytes: values.STORAGE_LIMIT_BYTES,
    socketsPerUser: values.SOCKETS_PER_USER,
    imageFetchesPerUser: values.IMAGE_FETCHES_PER_USER,
    imageFetches: values.IMAGE_FETCHES,
    bodyLimitBytes: values.BODY_LIMIT_BYTES,
    outboundAllow: values.OUTBOUND_ALLOW,
    metricsAllow: values.METRICS_ALLOW,
    metricsToken: values.METRICS_TOKEN || undefined,
    trustedProxies: values.TRUSTED_PROXIES,
    oidc: oidcConfig(values),
    hasPasswordSignIn: values.PASSWORD_SIGN_IN,
    isLoggingRequests: values.LOG_REQUESTS,
    logLevel: values.LOG_LEVEL,
  }
}

function s3Config(values: Values): S3Config | undefined {
  if (values.S3_BUCKET === '') return undefined
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (values[name] === '') throw new ConfigError(`The setting ${name} is missing; S3_BUCKET requires it.`)
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT || undefined,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    prefix: values.S3_PREFIX,
  }
}

function oidcConfig(values: Values): OidcConfig | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = values
  if (OIDC_ISSUER === '' && !values.PASSWORD_SIGN_IN)
    throw new ConfigError('The setting OIDC_ISSUER is missing; PASSWORD_SIGN_IN=0 requires it.')
  if (OIDC_ISSUER === '') return undefined
  if (OIDC_CLIENT_ID === '') throw new ConfigError('The setting OIDC_CLIENT_ID is missing; OIDC_ISSUER requires it.')
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET || undefined,
    name: values.OIDC_NAME || new URL(OIDC_ISSUER).host,
    domains: values.OIDC_DOMAINS,
    canSignUp: values.OIDC_SIGN_UP,
    roleClaim: values.OIDC_ROLE_CLAIM || undefined,
  }
}

function secretKeyFrom(values: Values, name: 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'): string | undefined {
  const path = values[`${name}_FILE`]
  if (path === '') return values[name] || undefined
  if (values[name] !== '') throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`)
  return requireLongKey(readSettingFile(path, `${name}_FILE`), `${name}_FILE`)
}

function readSettingFile(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`The setting ${name} names a file that cannot be read: ${(error as Error).message}`)
  }
}

function reject(name: string, value: string, expected: string): never {
  throw new ConfigError(`The setting ${name} is "${value}", but it must be ${expected}.`)
}

function text() {
  return (value: string) => value
}

function wholeNumber(min: number, max: number) {
  return (value: string, name: string) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      reject(name, value, `a whole number from ${min} to ${max}`)
    return number
  }
}

function count() {
  return wholeNumber(0, 1_000_000)
}

function yesOrNo() {
  return (value: string, name: string) => {
    if (!['0', '1', 'false', 'true'].includes(value)) reject(name, value, '0 or 1')
    return value === '1' || value === 'true'
  }
}

function oneOf(...words: string[]) {
  return (value: string, name: string) =>
    words.includes(value) ? value : reject(name, value, `one of ${words.join(', ')}`)
}

function listOf() {
  return (value: string) =>
    value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
}

const isNetmask = (text: string) => {
  const bits = text.split('.').map(part => Number(part).toString(2).padStart(8, '0'))
  return isIPv4(text) && /^1+0*$/.test(bits.join(''))
}

/** What the proxy-addr package accepts; it throws errors that do not name the setting. */
function proxyList() {
  const isProxy = (entry: string) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
    const [address = '', range, ...more] = entry.split('/')
    const family = isIP(address)
    if (family === 0 || more.length > 0) return false
    if (range === undefined) return true
    if (/^\d{1,3}$/.test(range)) return Number(range) > 0 && Number(range) <= (family === 4 ? 32 : 128)
    return family === 4 && isNetmask(range)
  }
  return (value: string, name: string) => {
    const entries = listOf()(value)
    const invalid = entries.find(entry => !isProxy(entry))
    return invalid === undefined ? entries : reject(name, invalid, 'IP addresses and networks like 10.0.0.0/8')
  }
}

function origin() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (
      !url ||
      !['http:', 'https:'].includes(url.protocol) ||
      url.pathname !== '/' ||
      url.search ||
      url.hash ||
      url.username
    )
      reject(name, value, 'a URL like https://board.example.com, without a path')
    return url.origin
  }
}

/** An issuer may have a path, and is compared as it is written. */
function issuer() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username)
      reject(name, value, 'a URL like https://login.example.com/realms/main')
    return value
  }
}

function domainList() {
  return (value: string, name: string) => {
    const domains = listOf()(value.toLowerCase())
    const invalid = domains.find(domain => !/^[^\s@/]+\.[^\s@/.]+$/.test(domain))
    return invalid === undefined ? domains : reject(name, invalid, 'domains like example.com')
  }
}

function databaseUrl() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
      reject(name, '…', 'a URL like postgres://user:password@host/database')
    return value
  }
}

function redisUrl() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['redis:', 'rediss:'].includes(url.protocol))
      reject(name, '…', 'a URL like redis://:password@host:6379')
    return value
  }
}

function smtpUrl() {
  return (value: string, name: string) =>
    value === '' || readSmtpUrl(value) ? value : reject(name, '…', 'a URL like smtp://user:password@host:587')
}

function mailbox() {
  return (value: string, name: string) =>
    value === '' || readMailbox(value) ? value : reject(name, value, 'like Tessera <no-reply@example.com>')
}

function email() {
  return (value: string, name: string) =>
    /^[^\s@]+@[^\s@]+$/.test(value) ? value : reject(name, value, 'an email address')
}

function secretKey() {
  return (value: string, name: string) => (value === '' ? '' : requireLongKey(value, name))
}

function requireLongKey(value: string, name: string): string {
  if (value.length < minSecretKeyLength)
    reject(name, '…', `at least ${minSecretKeyLength} characters, such as 32 random bytes in base64`)
  return value
}

function metricsToken() {
  return (value: string, name: string) =>
    value === '' || /^[\x21-\x7e]{16,}$/.test(value)
      ? value
      : reject(name, '…', 'at least 16 letters, digits and symbols without spaces')
}

function password() {
  return (value: string, name: string) =>
    value === '' || (value.length >= 8 && value.length <= 256)
      ? value
      : reject(name, '…', 'a password of 8 to 256 characters')
}
