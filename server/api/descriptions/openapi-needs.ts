// Describes in sentences which permission and which token an operation requires.

import type { Needs, Operation, UserRight } from '@tessera/contract'

export function describeNeeds(needs: Needs): string {
  switch (needs.load) {
    case 'nothing':
      return 'Requires no token.'
    case 'caller':
      return needs.flag ? `Requires the application permission ${quote(needs.flag)}.` : 'Available to every user.'
    case 'workspace':
      return `${workspaceSentence(needs)}.`
    case 'organization':
      if (needs.flags.includes('manage')) return 'Available to the Owner and Admins of the organization.'
      return needs.flags.length > 0
        ? `Requires ${oneOf(needs.flags)} in the organization.`
        : 'Requires access to the organization.'
    case 'user':
      return userSentences[needs.right]
    default:
      return `Acts on your own ${needs.load}s only.`
  }
}

/** What the token needs; empty for operations without a token. */
export function describeTokenNeeds(operation: Operation): string {
  if (operation.needs.load === 'nothing') return ''
  if (operation.browserOnly) return ' Only browser sessions can use it.'
  const restriction = operation.takesWorkspaceTokens
    ? ''
    : ' Tokens that are restricted to one workspace cannot use it.'
  return ` ${scopeSentence(operation)}${restriction}`
}

function scopeSentence({ scopes, scopesByField = {} }: Operation): string {
  if (scopes.length === 0) return 'Any scope is sufficient.'
  const fields = Object.entries(
    Object.groupBy(Object.keys(scopesByField), field => nameAll(scopesByField[field] ?? [])),
  )
  const perField = fields.map(([needed, names]) => `, ${needed} for ${(names ?? []).map(quote).join(', ')}`)
  return `${scopes.length > 1 ? 'Scopes' : 'Scope'}: ${nameAll(scopes)}${perField.join('')}.`
}

const nameAll = (scopes: readonly string[]) => scopes.map(quote).join(' and ')

const userSentences: Record<UserRight, string> = {
  read: 'Available for yourself and for members of an organization you share, and to callers with `can_list_users`.',
  edit: 'Available for yourself, and to callers with `can_edit_users`.',
  lists:
    'Available for yourself, to callers with `can_list_users`, and to the Owner and Admins of an organization the user belongs to.',
  lock: 'Requires the application permission `can_lock_users`.',
}

function workspaceSentence({ rights, byField, deleted }: Extract<Needs, { load: 'workspace' }>): string {
  const where = deleted ? 'the deleted workspace' : 'the workspace'
  if (rights.includes('comment')) return `Requires any role in ${where} except Viewer`
  if (rights.length > 0) return `Requires ${oneOf(rights)} in ${where}`
  const fields = Object.entries(Object.groupBy(Object.keys(byField), field => byField[field] as string))
  const perField = fields.map(([right, names]) => `${quote(right)} for ${(names ?? []).map(quote).join(' and ')}`)
  return [`Requires access to ${where}`, ...perField].join(', ')
}

const quote = (word: string) => `\`${word}\``
const oneOf = (words: readonly string[]) => words.map(quote).join(' or ')
