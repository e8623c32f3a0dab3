// The language of a page: the one chosen before, or the first supported one of Accept-Language.

import { isLanguage, type Language, languageCookie, preferredLanguage } from '@tessera/contract/languages'
import { readCookies } from './read-cookies.ts'

export function readLanguage(headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Language {
  const chosen = readCookies(headers.cookie).get(languageCookie)
  return isLanguage(chosen) ? chosen : preferredLanguage(acceptedTags(headers['accept-language'] ?? ''))
}

/** Returns the tags by descending weight, without rejected ones (`q=0`). */
function acceptedTags(header: string): string[] {
  const wanted = header
    .slice(0, 1_000)
    .split(',')
    .map(one => {
      const [tag = '', ...parameters] = one.split(';').map(part => part.trim())
      const weight = parameters.find(parameter => parameter.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
  return wanted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
