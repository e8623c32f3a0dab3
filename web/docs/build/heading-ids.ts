// The ids of headings: the same as on GitHub, so that links work there, too.

import type { Token } from 'marked'
import { plainText } from './guide-renderer.ts'

export function headingIds(tokens: readonly Token[]): Map<Token, string> {
  const used = new Map<string, number>()
  const ids = new Map<Token, string>()
  for (const token of tokens) {
    if (token.type !== 'heading') continue
    const id = idOf(plainText(token))
    const count = used.get(id) ?? 0
    used.set(id, count + 1)
    ids.set(token, count === 0 ? id : `${id}-${count}`)
  }
  return ids
}

const idOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
