// Reads the files that formats carry as data URLs.

import type { ImportedFile } from './board-content.ts'

/** Null if it is not a data URL, or if it is empty. */
export function decodeDataUrl(url: string): Omit<ImportedFile, 'name'> | null {
  if (!url.startsWith('data:')) return null
  const comma = url.indexOf(',')
  if (comma < 0 || comma > 256) return null
  const [mime = '', ...parameters] = url.slice('data:'.length, comma).split(';')
  const bytes = parameters.includes('base64')
    ? Buffer.from(url.slice(comma + 1), 'base64')
    : Buffer.from(decode(url.slice(comma + 1)))
  return bytes.length === 0 ? null : { mime: mime.toLowerCase(), bytes }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
