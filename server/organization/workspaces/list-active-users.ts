// A page of active users. They are not in the database, so they are filtered and sorted here.

import type { Slice } from '../../tools/index.ts'
import type { ConnectedUser } from './active-users.ts'

export interface ActiveUsersQuery extends Slice {
  readonly query: string
  readonly order_by: 'email' | 'first_name' | 'last_name' | 'id'
  readonly isDescending: boolean
}

export function pageOfActiveUsers(users: readonly ConnectedUser[], request: ActiveUsersQuery) {
  const { query, order_by, isDescending, limit, offset } = request
  const term = query.toLowerCase()
  const matching = users.filter(user =>
    [user.email, user.first_name, user.last_name].some(text => text.toLowerCase().includes(term)),
  )
  const key = (user: ConnectedUser) => {
    const value = user[order_by]
    return typeof value === 'string' ? value.toLowerCase() : value
  }
  const compare = (one: ConnectedUser, other: ConnectedUser) => {
    const [a, b] = [key(one), key(other)]
    const order = a < b ? -1 : a > b ? 1 : 0
    return (isDescending ? -order : order) || one.id - other.id
  }
  return { page: matching.sort(compare).slice(offset, offset + limit), total: matching.length }
}
