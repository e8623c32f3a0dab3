// Equal reads of one token that arrive at the same moment are answered by one look at the database, which begins after
// the last of them has come: nobody is told less than they could have read alone. Nothing is kept past the answer.

import type { Claim } from '../access/access.ts'

interface Asked {
  readonly claim: Claim
  /** Path and query: with the token, all that an answer to a read depends on. */
  readonly url: string
}

export function shareReads<A extends Asked, Answer>(
  answer: (asked: A) => Promise<Answer>,
): (asked: A) => Promise<Answer> {
  const waiting = new Map<string, Promise<Answer>>()
  return asked => {
    const name = `${asked.claim.grant_id} ${asked.url}`
    const known = waiting.get(name)
    if (known) return known
    const made = new Promise<Answer>((resolve, reject) => {
      setImmediate(() => {
        waiting.delete(name)
        answer(asked).then(resolve, reject)
      })
    })
    waiting.set(name, made)
    return made
  }
}
