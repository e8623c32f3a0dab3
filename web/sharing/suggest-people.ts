// Suggests members for the text at the caret among email addresses. Pure: no DOM, no network.

import type { OrganizationMember, WorkspaceUser } from '@tessera/client'
import { readAddresses } from '../organization/email-addresses.ts'

export interface OpenWord {
  readonly start: number
  readonly typed: string
}

export interface Suggestion {
  readonly member: OrganizationMember
  /** Whether the member already has a role in the workspace. */
  readonly isHere: boolean
}

const most = 6

/** A name can have several words, an address ends at a space. Null if nothing is being typed. */
export function openWordAt(text: string, caret: number): OpenWord | null {
  const before = text.slice(0, caret)
  const part = /[^,;<>\n]*$/.exec(before)?.[0] ?? ''
  const word = part.replace(/^(?:\s*\S*@\S*\s+)+/, '').trimStart()
  return word === '' ? null : { start: caret - word.length, typed: word.trimEnd() }
}

/** The text with the address inserted, and the new position of the caret. */
export function withAddress(text: string, caret: number, { start }: OpenWord, email: string) {
  const written = `${email}, `
  return {
    text: text.slice(0, start) + written + text.slice(caret).replace(/^[,;\s]+/, ''),
    caret: start + written.length,
  }
}

/** People who can be added come first, then by prefix match. Addresses that are already in the text are left out. */
export function suggestionsFor(
  members: readonly OrganizationMember[],
  people: readonly WorkspaceUser[],
  { typed, text }: { readonly typed: string; readonly text: string },
): Suggestion[] {
  const words = wordsOf(typed)
  const here = new Set(people.filter(({ has_role }) => has_role).map(({ id }) => id))
  const written = new Set(readAddresses(text).addresses.map(email => email.toLowerCase()))
  const isWhole = (email: string) => email.toLowerCase() === typed.toLowerCase()
  const rank = ({ member, isHere }: Suggestion) => (isHere ? 2 : 0) + (begins(member, words) ? 0 : 1)
  return members
    .filter(member => words.every(word => partsOf(member).some(part => part.includes(word))))
    .filter(({ email }) => isWhole(email) || !written.has(email.toLowerCase()))
    .map(member => ({ member, isHere: here.has(member.id) }))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most)
}

/** The search query: the server matches one word, so the longest is sent. */
export const askedFor = (typed: string): string =>
  wordsOf(typed).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** If true, Enter accepts this address and not the first suggestion. */
export const isAddress = (typed: string): boolean => readAddresses(typed).addresses[0] === typed

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

const partsOf = ({ email, first_name, last_name }: OrganizationMember) =>
  [email, first_name, last_name].map(part => part.toLowerCase())

const begins = (member: OrganizationMember, words: readonly string[]) =>
  words.every(word => partsOf(member).some(part => part.startsWith(word)))
