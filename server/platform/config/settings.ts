// Every setting: its environment variable, default, meaning and accepted values.

import { samplerNames } from '../traces/index.ts'
import { metricsToken, password, previousSecretKey, secretKey } from './secret-values.ts'
import {
  contact,
  count,
  databaseUrl,
  domainList,
  email,
  headerList,
  issuer,
  listOf,
  mailbox,
  oneOf,
  optionalNumber,
  origin,
  proxyList,
  ratio,
  readerList,
  redisUrl,
  smtpUrl,
  text,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'

export interface Setting<T> {
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
    'A postgres://… URL to use PostgreSQL 14 or newer instead of the embedded database.',
    databaseUrl(),
  ),
  REDIS_URL: setting(
    '',
    'A redis://… URL if several processes share a database. Redis shares changes, presence and rate limits between them.',
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
    'Encrypts the secrets in the database: at least 32 characters, such as 32 random bytes in base64. Placeholders stop the start.',
    secretKey(),
  ),
  SECRET_KEY_FILE: setting('', 'A file that holds SECRET_KEY.', text()),
  SECRET_KEY_PREVIOUS: setting('', 'The previous SECRET_KEY, while the key is being changed.', previousSecretKey()),
  SECRET_KEY_PREVIOUS_FILE: setting('', 'A file that holds SECRET_KEY_PREVIOUS.', text()),
  SMTP_URL: setting(
    '',
    'The URL of the mail server: smtp://user:password@host:587 or smtps://…. If it is empty, mail is saved in DATA_DIR.',
    smtpUrl(),
  ),
  MAIL_FROM: setting('', 'The sender of mail. Default: Tessera <no-reply@the host of PUBLIC_URL>.', mailbox()),
  ADMIN_EMAIL: setting(
    'admin@example.com',
    'The email address of the owner account that the first start creates.',
    email(),
  ),
  ADMIN_PASSWORD: setting(
    '',
    'The password of the owner account. If it is empty, one is generated and printed once.',
    password(),
  ),
  DEMO: setting('1', '0 skips the sample workspace on the first start.', yesOrNo()),
  DYNAMIC_REGISTRATION: setting('1', '0 disables dynamic client registration (RFC 7591).', yesOrNo()),
  RATE_LIMIT_PER_MINUTE: setting(
    '6000',
    'Requests per minute for each user; 0 for no limit.',
    wholeNumber(0, 100_000_000),
  ),
  CONCURRENT_REQUESTS_PER_USER: setting(
    '24',
    'Requests of one user that each process runs at the same time. Others wait. 0 for no limit.',
    count(),
  ),
  MAILS_PER_SENDER_PER_HOUR: setting(
    '100',
    'Invitations and mentions that one user can send per hour; 0 for no limit.',
    count(),
  ),
  MAILS_PER_ORGANIZATION_PER_DAY: setting(
    '1000',
    'Invitations and mentions that one organization can send per day; 0 for no limit.',
    count(),
  ),
  DELIVERIES_PER_HOST: setting(
    '8',
    'Deliveries to one host that each process runs at the same time; 0 for no limit.',
    count(),
  ),
  STORAGE_LIMIT_BYTES: setting(
    '0',
    'Bytes of uploaded files for each organization; 0 for no limit.',
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
  ),
  SOCKETS_PER_USER: setting('50', 'Open live sockets of one user in each process; 0 for no limit.', count()),
  OUTBOUND_ALLOW: setting(
    '',
    'Private networks and hosts that webhooks, images by URL and web pages can reach, separated by commas.',
    listOf(),
  ),
  METRICS_ALLOW: setting(
    '',
    'Addresses and networks besides loopback that can read /metrics, separated by commas; * for all.',
    readerList(),
  ),
  METRICS_TOKEN: setting(
    '',
    'If set, /metrics also requires the header Authorization: Bearer with this token of at least 16 characters.',
    metricsToken(),
  ),
  SECURITY_CONTACT: setting(
    '',
    'Who to write to about a vulnerability, for /.well-known/security.txt: an email address, mailto:… or https://….',
    contact(),
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
    'The domains of email addresses that can sign in through the provider, separated by commas; empty for all.',
    domainList(),
  ),
  OIDC_SIGN_UP: setting(
    '0',
    '1 creates an account for users who sign in through the provider and have none.',
    yesOrNo(),
  ),
  OIDC_ROLE_CLAIM: setting(
    '',
    'The claim whose values admin, user or guest set the role in the first organization at each sign-in.',
    text(),
  ),
  PASSWORD_SIGN_IN: setting('1', '0 disables password sign-in, which requires OIDC_ISSUER.', yesOrNo()),
  DISK_MIN_FREE_BYTES: setting(
    '100000000',
    'The minimum free space in DATA_DIR and the temporary folder. With less, /health/ready responds with 503; 0 disables the check.',
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
  ),
  DRAIN_SECONDS: setting(
    '',
    'How long a server keeps serving after SIGTERM, while /health/ready responds with 503. Default: 5 with DATABASE_URL, else 0.',
    optionalNumber(0, 600),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    'The URL of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to.',
    issuer(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    '',
    'Headers for the collector, such as authorization=Bearer%20token, separated by commas.',
    headerList(),
  ),
  OTEL_SERVICE_NAME: setting('tessera', 'The name of this service in traces.', text()),
  OTEL_TRACES_SAMPLER: setting(
    'parentbased_always_on',
    `Which traces are recorded: ${samplerNames.join(', ')}.`,
    oneOf(...samplerNames),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('1', 'The share of traces that ratio samplers record, from 0 to 1.', ratio()),
  LOG_REQUESTS: setting('1', '0 disables the log line for each request.', yesOrNo()),
  LOG_LEVEL: setting(
    'info',
    'The lowest level to log: fatal, error, warn, info, debug, trace or silent.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} satisfies Record<string, Setting<unknown>>
