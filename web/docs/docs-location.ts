// What a URL of the reference shows: the page, and the heading on it. `#notes` is a noun, `#notes.create` one of its
// operations, anything else a section of the introduction.

import type { Description, Noun } from './reference/description.ts'

export interface DocsLocation {
  /** Null is the introduction. */
  readonly noun: Noun | null
  /** The id of the heading; empty for the top of the page. */
  readonly anchor: string
}

export function locationOf(hash: string, { nouns }: Description): DocsLocation {
  const anchor = decode(hash.replace(/^#/, ''))
  const noun = nouns.find(one => one.name === anchor || one.operations.some(operation => operation.id === anchor))
  return { noun: noun ?? null, anchor: anchor === noun?.name ? '' : anchor }
}

/** The hash can contain invalid percent-encoding. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
