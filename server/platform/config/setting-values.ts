// Parses and checks the values of settings. An invalid value is an error that names the setting.

import { isIP, isIPv4 } from 'node:net'
import { ConfigError } from './config-error.ts'
import { readMailbox, readSmtpUrl } from './mail-settings.ts'
import { requireUrlPassword } from './secret-values.ts'

function reject(name: string, value: string, expected: string): never {
  throw new ConfigError(`The setting ${name} is "${value}", but it must be ${expected}.`)
}

export function text() {
  return (value: string) => value
}

export function wholeNumber(min: number, max: number) {
  return (value: string, name: string) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      reject(name, value, `a whole number from ${min} to ${max}`)
    return number
  }
}

/** Returns undefined if it is not set, for a default that depends on other settings. */
export function optionalNumber(min: number, max: number) {
  const read = wholeNumber(min, max)
  return (value: string, name: string) => (value === '' ? undefined : read(value, name))
}

export function count() {
  return wholeNumber(0, 1_000_000)
}

export function yesOrNo() {
  return (value: string, name: string) => {
    if (!['0', '1', 'false', 'true'].includes(value)) reject(name, value, '0 or 1')
    return value === '1' || value === 'true'
  }
}

export function oneOf<const Word extends string>(...words: Word[]) {
  return (value: string, name: string): Word =>
    words.find(word => word === value) ?? reject(name, value, `one of ${words.join(', ')}`)
}

export function listOf() {
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

/** Accepts what the proxy-addr package accepts, whose errors do not name the setting. */
export function proxyList() {
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
    return invalid === undefined ? entries : reject(name, invalid, 'IP addresses and networks such as 10.0.0.0/8')
  }
}

/** Addresses and networks, or `*`. */
export function readerList() {
  const read = proxyList()
  return (value: string, name: string) => (value === '*' ? ['*'] : read(value, name))
}

export function origin() {
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
      reject(name, value, 'a URL such as https://board.example.com, without a path')
    return url.origin
  }
}

/** An issuer may have a path, and is compared as it is written. */
export function issuer() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username)
      reject(name, value, 'a URL such as https://login.example.com/realms/main')
    return value
  }
}

/** Parses `name=value` pairs with URL-encoded values, the format of OpenTelemetry. */
export function headerList() {
  return (value: string, name: string): Record<string, string> => {
    const pairs = listOf()(value).map(pair => /^([!#$%&'*+.^_`|~\w-]+)=(.*)$/.exec(pair))
    return Object.fromEntries(
      pairs.map(pair => {
        // The values are often secrets, so the error does not show them.
        if (!pair) reject(name, '…', 'pairs such as authorization=Bearer%20token, separated by commas')
        return [pair[1], decode(pair[2] as string)]
      }),
    )
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function ratio() {
  return (value: string, name: string) => {
    const number = Number(value)
    return /^\d*\.?\d+$/.test(value) && number <= 1 ? number : reject(name, value, 'a number from 0 to 1')
  }
}

export function domainList() {
  return (value: string, name: string) => {
    const domains = listOf()(value.toLowerCase())
    const invalid = domains.find(domain => !/^[^\s@/]+\.[^\s@/.]+$/.test(domain))
    return invalid === undefined ? domains : reject(name, invalid, 'domains such as example.com')
  }
}

export function databaseUrl() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
      reject(name, '…', 'a URL such as postgres://user:password@host/database')
    return requireUrlPassword(value, name)
  }
}

export function redisUrl() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['redis:', 'rediss:'].includes(url.protocol))
      reject(name, '…', 'a URL such as redis://:password@host:6379')
    return requireUrlPassword(value, name)
  }
}

export function smtpUrl() {
  return (value: string, name: string) =>
    value === '' || readSmtpUrl(value)
      ? requireUrlPassword(value, name)
      : reject(name, '…', 'a URL such as smtp://user:password@host:587')
}

export function mailbox() {
  return (value: string, name: string) =>
    value === '' || readMailbox(value) ? value : reject(name, value, 'like Tessera <no-reply@example.com>')
}

/** Returns a URI: an address becomes one of mailto. */
export function contact() {
  return (value: string, name: string) => {
    if (value === '') return ''
    const uri = value.includes(':') ? value : `mailto:${value}`
    const isContact =
      /^mailto:[^\s@:/?]+@[^\s@:/?]+$/.test(uri) || (/^https:\/\/[^\s@]+$/.test(uri) && URL.canParse(uri))
    return isContact ? uri : reject(name, value, 'an email address, or a URL of mailto or https')
  }
}

export function email() {
  return (value: string, name: string) =>
    /^[^\s@]+@[^\s@]+$/.test(value) ? value : reject(name, value, 'an email address')
}
