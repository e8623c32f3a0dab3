// The configuration of a server, read from the settings in its environment. An invalid value stops the start with an error
// that names the variable.

import { readFileSync } from 'node:fs'
import server from '../../package.json' with { type: 'json' }
import { type AbuseLimits, fixedLimits } from '../limits/index.ts'
import type { TraceSettings } from '../traces/index.ts'
import { ConfigError } from './config-error.ts'
import { defaultSender } from './mail-settings.ts'
import { requireLongKey, requireSecretKey, requireSecretOf } from './secret-values.ts'
import { type Setting, settings } from './settings.ts'

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
  /** A name in PATH, or a path in tests; the program may not be installed. */
  readonly libreOffice: string
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly isDemo: boolean
  /** Whether programs can register themselves as OAuth clients. */
  readonly isRegistrationOpen: boolean
  readonly rateLimitPerMinute: number
  /** The maximum size of a JSON body. */
  readonly bodyLimitBytes: number
  readonly outboundAllow: readonly string[]
  readonly metricsAllow: readonly string[]
  readonly metricsToken: string | undefined
  /** A URI. Undefined without a security.txt. */
  readonly securityContact: string | undefined
  readonly trustedProxies: readonly string[]
  /** Undefined without single sign-on. */
  readonly oidc: OidcConfig | undefined
  readonly hasPasswordSignIn: boolean
  readonly minFreeDiskBytes: number
  /** How long a server keeps serving after SIGTERM, so that proxies notice. */
  readonly drainSeconds: number
  /** Undefined without tracing. */
  readonly tracing: TraceSettings | undefined
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

const defaultDrainSeconds = 5

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
    libreOffice: 'soffice',
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD || undefined,
    isDemo: values.DEMO,
    isRegistrationOpen: values.DYNAMIC_REGISTRATION,
    ...fixedLimits,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    concurrentRequestsPerUser: values.CONCURRENT_REQUESTS_PER_USER,
    mailsPerSenderPerHour: values.MAILS_PER_SENDER_PER_HOUR,
    mailsPerOrganizationPerDay: values.MAILS_PER_ORGANIZATION_PER_DAY,
    deliveriesPerHost: values.DELIVERIES_PER_HOST,
    storageLimitBytes: values.STORAGE_LIMIT_BYTES,
    socketsPerUser: values.SOCKETS_PER_USER,
    outboundAllow: values.OUTBOUND_ALLOW,
    metricsAllow: values.METRICS_ALLOW,
    metricsToken: values.METRICS_TOKEN || undefined,
    securityContact: values.SECURITY_CONTACT || undefined,
    trustedProxies: values.TRUSTED_PROXIES,
    oidc: oidcConfig(values),
    hasPasswordSignIn: values.PASSWORD_SIGN_IN,
    minFreeDiskBytes: values.DISK_MIN_FREE_BYTES,
    // The embedded database has no other server that could take over meanwhile.
    drainSeconds: values.DRAIN_SECONDS ?? (values.DATABASE_URL ? defaultDrainSeconds : 0),
    tracing: traceSettings(values),
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
    secretAccessKey: requireSecretOf(
      values.S3_ENDPOINT || undefined,
      values.S3_SECRET_ACCESS_KEY,
      'S3_SECRET_ACCESS_KEY',
    ),
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
    clientSecret: requireSecretOf(OIDC_ISSUER, values.OIDC_CLIENT_SECRET, 'OIDC_CLIENT_SECRET') || undefined,
    name: values.OIDC_NAME || new URL(OIDC_ISSUER).host,
    domains: values.OIDC_DOMAINS,
    canSignUp: values.OIDC_SIGN_UP,
    roleClaim: values.OIDC_ROLE_CLAIM || undefined,
  }
}

function traceSettings(values: Values): TraceSettings | undefined {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    serviceVersion: server.version,
    sampler: values.OTEL_TRACES_SAMPLER,
    samplerRatio: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

function secretKeyFrom(values: Values, name: 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'): string | undefined {
  const path = values[`${name}_FILE`]
  if (path === '') return values[name] || undefined
  if (values[name] !== '') throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`)
  const require = name === 'SECRET_KEY' ? requireSecretKey : requireLongKey
  return require(readSettingFile(path, `${name}_FILE`), `${name}_FILE`)
}

function readSettingFile(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`The setting ${name} names a file that cannot be read: ${(error as Error).message}`)
  }
}
