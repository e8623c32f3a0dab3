// Reads secrets, and rejects those that stand in an example or can be guessed. Servers on this machine, as for development, can
// have any password.

import { ConfigError } from './config-error.ts'
import { isLoopbackHost } from './mail-settings.ts'

const minSecretKeyLength = 32

/** Words of examples. They are long, or at the start, so that no random secret has them. */
const placeholder =
  /replace|change[\s_-]*(me|this|it)|place-?holder|example|^(your|insert|my)[\s_-]|not[\s_-]*a[\s_-]*secret|<[a-z][a-z _-]{2,}>|\$\{|…|\.\.\./is

/** Without digits and punctuation. */
const common = new Set(
  'admin default demo dummy guest letmein minio minioadmin none null pass passwd password postgres redis root sample secret tessera test todo token undefined user welcome'.split(
    ' ',
  ),
)

const minDistinct = 5

/** Whether it is a placeholder, a common word, one of few characters, a repetition or a sequence. */
export function isGuessable(text: string): boolean {
  const lower = text.normalize('NFKC').toLowerCase()
  if (placeholder.test(text) || common.has(lower.replaceAll(/[\d\p{P}\p{S}\s]/gu, ''))) return true
  return new Set(lower).size < minDistinct || isRepetition(lower) || isSequence(lower)
}

function isRepetition(text: string): boolean {
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some(length => text.slice(length) === text.slice(0, -length))
}

/** Whether most characters are next to the one before, as in 12345678 or aabbccdd. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((letter, index) => letter.charCodeAt(0) - text.charCodeAt(index))
  return steps.filter(step => Math.abs(step) <= 1).length > 0.75 * steps.length
}

/** Throws an error that names the setting, without the value. */
function requireSecret(value: string, name: string, expected: string): string {
  if (isGuessable(value))
    throw new ConfigError(`The setting ${name} is a placeholder or easy to guess, but it must be ${expected}`)
  return value
}

const reject = (name: string, expected: string): never => {
  throw new ConfigError(`The setting ${name} is "…", but it must be ${expected}.`)
}

/** A previous key may be one that must not be used any more. */
export function previousSecretKey() {
  return (value: string, name: string) => (value === '' ? '' : requireLongKey(value, name))
}

export function secretKey() {
  return (value: string, name: string) => (value === '' ? '' : requireSecretKey(value, name))
}

export function requireLongKey(value: string, name: string): string {
  if (value.length < minSecretKeyLength)
    reject(name, `at least ${minSecretKeyLength} characters, such as 32 random bytes in base64`)
  return value
}

export const requireSecretKey = (value: string, name: string): string =>
  requireSecret(
    requireLongKey(value, name),
    name,
    'random, such as the output of "openssl rand -base64 32". If secrets in the database are encrypted with it, set it as ' +
      'SECRET_KEY_PREVIOUS beside the new key, stop all servers and run the command rotate-keys',
  )

export function metricsToken() {
  return (value: string, name: string) => {
    if (value === '') return ''
    requireSecret(value, name, 'random, such as the output of "openssl rand -hex 32"')
    return /^[\x21-\x7e]{16,}$/.test(value)
      ? value
      : reject(
          name,
          'at least 16 letters, digits and symbols without spaces, such as the output of "openssl rand -hex 32"',
        )
  }
}

export function password() {
  return (value: string, name: string) =>
    value === '' || (value.length >= 8 && value.length <= 256)
      ? value
      : reject(name, 'a password of 8 to 256 characters')
}

/** Checks the password in the URL of a server, which drivers also take from the query. */
export function requireUrlPassword(value: string, name: string): string {
  const url = URL.parse(value)
  const password = url?.searchParams.get('password') || decoded(url?.password ?? '')
  if (!url || password === '') return value
  if (isOnThisMachine(url.searchParams.get('host') ?? url.hostname)) return value
  if (isGuessable(password) || password === decoded(url.username))
    throw new ConfigError(
      `The setting ${name} is a URL whose password is a placeholder or easy to guess, but it must be the password of that server. ` +
        'If it is, give the server a random one, such as the output of "openssl rand -hex 24"',
    )
  return value
}

/** Checks a secret that another server has given or was given. */
export const requireSecretOf = (server: string | undefined, value: string, name: string): string =>
  value === '' || (server !== undefined && isOnThisMachine(new URL(server).hostname))
    ? value
    : requireSecret(value, name, `the secret of ${server === undefined ? 'the store' : new URL(server).host}`)

/** A path is that of a Unix socket. */
const isOnThisMachine = (host: string) => host === '' || host.startsWith('/') || isLoopbackHost(host)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
