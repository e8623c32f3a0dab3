// The server of today on the database of an earlier state, with its people.

import { connect } from '@tessera/client'
import type { Dependencies } from '../dependencies.ts'
import { type EarlierState, unpackState } from './earlier-states.ts'
import { newToken } from './people.ts'
import { type Person, startAppOn } from './world.ts'

export interface EarlierWorld {
  readonly url: string
  readonly dependencies: Dependencies
  readonly state: EarlierState
  /** Owns the organization and everything in it. */
  readonly owner: Person
  /** A user of the database with a new token. */
  person(id: number): Promise<Person>
}

export async function earlierWorld(commit: string): Promise<EarlierWorld> {
  const state = await unpackState(commit)
  const { app, url } = await startAppOn(state, state.settings)
  const { dependencies } = app
  const people = new Map<number, Promise<Person>>()
  const person = (id: number) => {
    const known = people.get(id) ?? personWith(dependencies, url, id)
    people.set(id, known)
    return known
  }
  const { id } = await userWith(dependencies, state.known.owner.email)
  return { url, dependencies, state, owner: await person(id), person }
}

async function personWith(dependencies: Dependencies, url: string, id: number): Promise<Person> {
  const token = await newToken(dependencies, id)
  const { email } = await connect({ url, token, retries: 0 })
    .users.me()
    .then(({ user }) => user)
  return Object.assign(connect({ url, token, retries: 0 }), { id, email, token })
}

const userWith = ({ db }: Dependencies, email: string) =>
  db.read.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
