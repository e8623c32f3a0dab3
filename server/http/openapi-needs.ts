// What the caller of an operation must be allowed, in a sentence.

import type { Needs, UserRight } from '@tessera/contract'

export function describeNeeds(needs: Needs): string {
  switch (needs.load) {
    case 'nothing':
      return 'Needs no token.'
    case 'caller':
      return needs.flag ? `Needs the application right ${quoted(needs.flag)}.` : 'For every user.'
    case 'workspace':
      return `${workspaceSentence(needs)}.`
    case 'organization':
      if (needs.flags.includes('manage')) return 'For the Owner and Admins of the organization.'
      return needs.flags.length > 0
        ? `Needs ${oneOf(needs.flags)} in the organization.`
        : 'Needs access to the organization.'
    case 'user':
      return aboutUsers[needs.right]
    default:
      return `Acts on your own ${needs.load}s only.`
  }
}

const aboutUsers: Record<UserRight, string> = {
  read: 'For yourself, for members of an organization you share, and for who has `can_list_users`.',
  edit: 'For yourself, and for who has `can_edit_users`.',
  lists: 'For yourself, for who has `can_list_users`, and for the Owner and Admins of an organization they are in.',
  lock: 'Needs the application right `can_lock_users`.',
}

function workspaceSentence({ rights, byField, deleted }: Extract<Needs, { load: 'workspace' }>): string {
  const where = deleted ? 'the deleted workspace' : 'the workspace'
  if (rights.includes('comment')) return `Needs any role in ${where} but Viewer`
  if (rights.length > 0) return `Needs ${oneOf(rights)} in ${where}`
  const fields = Object.entries(Object.groupBy(Object.keys(byField), field => byField[field] as string))
  const asked = fields.map(([right, names]) => `${quoted(right)} for ${(names ?? []).map(quoted).join(' and ')}`)
  return [`Needs access to ${where}`, ...asked].join(', ')
}

const quoted = (word: string) => `\`${word}\``
const oneOf = (words: readonly string[]) => words.map(quoted).join(' or ')
