// Every setting: its name in the environment, its default, what it means and what it may be. A wrong value stops the
// start with a sentence that names it.

import { readMailbox, readSmtpUrl, defaultSender } from './mail/mail-settings.ts'

export class ConfigError extends Error {}

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
  PORT: setting('8080', 'The port to listen on; 0 takes a free one.', wholeNumber(0, 65_535)),
  HOST: setting('localhost', 'The address to listen on; 0.0.0.0 for every network.', text()),
  PUBLIC_URL: setting('', 'The address people use, without a path. Default: http://localhost:<PORT>.', origin()),
  DATA_DIR: setting('./data', 'Where the embedded database, the files and the mail are kept.', text()),
  DATABASE_URL: setting(
    '',
    'postgres://… to use PostgreSQL 14 or newer instead of the embedded database.',
    databaseUrl(),
  ),
  REDIS_URL: setting(
    '',
    'redis://… where several processes share a database: what happens at one shows up at the others at once.',
    redisUrl(),
  ),
  S3_BUCKET: setting('', 'A bucket to keep the files in, instead of the data folder.', text()),
  S3_ENDPOINT: setting('', "Where the bucket is, for stores that are not Amazon's.", origin()),
  S3_REGION: setting('us-east-1', 'The region of the bucket.', text()),
  S3_ACCESS_KEY_ID: setting('', 'The key that may read and write the bucket.', text()),
  S3_SECRET_ACCESS_KEY: setting('', 'Its secret.', text()),
  S3_PREFIX: setting('', 'What the names of all files in the bucket begin with.', text()),
  SMTP_URL: setting(
    '',
    'smtp://user:password@host:587 or smtps://… to send mail through; without it mail is kept in the data folder.',
    smtpUrl(),
  ),
  MAIL_FROM: setting('', 'Who mail is from. Default: Tessera <no-reply@the host of PUBLIC_URL>.', mailbox()),
  LIBREOFFICE: setting(
    'soffice',
    'The program of LibreOffice that makes pages of Word, PowerPoint and Excel files: a name in PATH, or a whole path.',
    text(),
  ),
  ADMIN_EMAIL: setting('admin@example.com', 'The owner that the first start makes.', email()),
  ADMIN_PASSWORD: setting('', 'Their password; where it is not given, one is made up and printed once.', password()),
  DEMO: setting('1', '0 leaves out the sample workspace of the first start.', yesOrNo()),
  RATE_LIMIT_PER_MINUTE: setting(
    '6000',
    'Requests a minute for each user; 0 for no limit.',
    wholeNumber(0, 100_000_000),
  ),
  BODY_LIMIT_BYTES: setting('1048576', 'The largest JSON body.', wholeNumber(1_024, 1_073_741_824)),
  OUTBOUND_ALLOW: setting(
    '',
    'Private networks and hosts that listeners, images by address and web pages may reach, separated by commas.',
    listOf(),
  ),
  METRICS_ALLOW: setting(
    '',
    'Addresses besides loopback that may read /metrics, separated by commas; * for all.',
    listOf(),
  ),
  TRUSTED_PROXIES: setting(
    '',
    'Addresses and networks of proxies in front, separated by commas: from them X-Forwarded-For is believed.',
    listOf(),
  ),
  LOG_REQUESTS: setting('1', '0 turns off the log line for each request.', yesOrNo()),
  LOG_LEVEL: setting(
    'info',
    'fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} satisfies Record<string, Setting<unknown>>

type Settings = typeof settings
type Values = { [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  /** Whether settings say it, rather than defaults. */
  readonly isAddressGiven: boolean
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** Undefined where files are kept in the data folder. */
  readonly s3: S3Config | undefined
  /** Undefined where mail is kept in the data folder. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** A name or a path, whether or not it is there. */
  readonly libreOffice: string
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly isDemo: boolean
  readonly rateLimitPerMinute: number
  readonly bodyLimitBytes: number
  readonly outboundAllow: readonly string[]
  readonly metricsAllow: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly isLoggingRequests: boolean
  readonly logLevel: string
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
    smtpUrl: values.SMTP_URL || undefined,
    mailFrom: values.MAIL_FROM || defaultSender(publicUrl),
    libreOffice: values.LIBREOFFICE,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD || undefined,
    isDemo: values.DEMO,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    bodyLimitBytes: values.BODY_LIMIT_BYTES,
    outboundAllow: values.OUTBOUND_ALLOW,
    metricsAllow: values.METRICS_ALLOW,
    trustedProxies: values.TRUSTED_PROXIES,
    isLoggingRequests: values.LOG_REQUESTS,
    logLevel: values.LOG_LEVEL,
  }
}

function s3Config(values: Values): S3Config | undefined {
  if (values.S3_BUCKET === '') return undefined
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (values[name] === '') throw new ConfigError(`The setting ${name} is missing: S3_BUCKET needs it.`)
  return {
    bucket: values.S3_BUCKET,
    endpoint: values.S3_ENDPOINT || undefined,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    prefix: values.S3_PREFIX,
  }
}

function refuse(name: string, value: string, wanted: string): never {
  throw new ConfigError(`The setting ${name} is "${value}", but it must be ${wanted}.`)
}

function text() {
  return (value: string) => value
}

function wholeNumber(least: number, most: number) {
  return (value: string, name: string) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      refuse(name, value, `a whole number from ${least} to ${most}`)
    return number
  }
}

function yesOrNo() {
  return (value: string, name: string) => {
    if (!['0', '1', 'false', 'true'].includes(value)) refuse(name, value, '0 or 1')
    return value === '1' || value === 'true'
  }
}

function oneOf(...words: string[]) {
  return (value: string, name: string) =>
    words.includes(value) ? value : refuse(name, value, `one of ${words.join(', ')}`)
}

function listOf() {
  return (value: string) =>
    value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
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
      refuse(name, value, 'an address like https://board.example.com, with no path')
    return url.origin
  }
}

function databaseUrl() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
      refuse(name, '…', 'an address like postgres://user:password@host/database')
    return value
  }
}

function redisUrl() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['redis:', 'rediss:'].includes(url.protocol))
      refuse(name, '…', 'an address like redis://:password@host:6379')
    return value
  }
}

function smtpUrl() {
  return (value: string, name: string) =>
    value === '' || readSmtpUrl(value) ? value : refuse(name, '…', 'an address like smtp://user:password@host:587')
}

function mailbox() {
  return (value: string, name: string) =>
    value === '' || readMailbox(value) ? value : refuse(name, value, 'like Tessera <no-reply@example.com>')
}

function email() {
  return (value: string, name: string) =>
    /^[^\s@]+@[^\s@]+$/.test(value) ? value : refuse(name, value, 'an email address')
}

function password() {
  return (value: string, name: string) =>
    value === '' || (value.length >= 8 && value.length <= 256)
      ? value
      : refuse(name, '…', 'a password of 8 to 256 characters')
}
