// The page of active users that was asked for. They are in nobody's table, so they are searched and sorted here.

import type { Slice } from '../list.ts'
import type { ConnectedPerson } from './active-users.ts'

export interface ActiveUsersQuery extends Slice {
  readonly query: string
  readonly order_by: 'email' | 'first_name' | 'last_name' | 'id'
  readonly isDescending: boolean
}

export function pageOfPeople(people: readonly ConnectedPerson[], asked: ActiveUsersQuery) {
  const { query, order_by, isDescending, limit, offset } = asked
  const wanted = query.toLowerCase()
  const matching = people.filter(person =>
    [person.email, person.first_name, person.last_name].some(text => text.toLowerCase().includes(wanted)),
  )
  const key = (person: ConnectedPerson) => {
    const value = person[order_by]
    return typeof value === 'string' ? value.toLowerCase() : value
  }
  const compare = (one: ConnectedPerson, other: ConnectedPerson) => {
    const [a, b] = [key(one), key(other)]
    const order = a < b ? -1 : a > b ? 1 : 0
    return (isDescending ? -order : order) || one.id - other.id
  }
  return { page: matching.sort(compare).slice(offset, offset + limit), total: matching.length }
}
