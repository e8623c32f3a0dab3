// What the introduction says: what holds for every operation. A part is a paragraph, or code with its label.

import type { Language } from '@tessera/contract/languages'
import { germanIntroduction } from './introduction-german.ts'
import type { IntroductionCodes, Section } from './introduction-section.ts'

/** `base` is the address that all operations begin with. */
export const introductionSections = (base: string, language: Language): readonly Section[] =>
  (language === 'de' ? germanIntroduction : englishIntroduction)(codesFor(base))

const codesFor = (base: string): IntroductionCodes => ({
  tokenCall: `curl -H "Authorization: Bearer $TOKEN" \\\n  ${base}/session/user`,
  error,
  page,
  repeatable: repeatable(base),
})

const englishIntroduction = (codes: IntroductionCodes): readonly Section[] => [
  {
    id: 'authentication',
    title: 'Authentication',
    parts: [
      'Every operation takes an access token in the header `Authorization`, after the word `Bearer`. The token carries the rights of its user, as they are at the time of the request. A token in the query string is not accepted.',
      { label: 'Request with a token', code: codes.tokenCall },
      'Whoever runs the server makes a token with `npm run -s tessera -- token --email you@example.com`. A user makes further ones, for scripts, with the operations under Tokens: they last up to 15 days and can be revoked.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    parts: [
      'Every error has the same shape. `code` says what happened; `errors` is there where fields are to blame, and then names all of them; `request_id` leads the operator to the cause.',
      { label: 'Error', code: codes.error },
      'Each operation fails with the statuses listed beside it, and no others. Where 404 is not among them, something that does not exist and something you may not see look the same. A request that was refused has changed nothing.',
    ],
  },
  {
    id: 'paging',
    title: 'Paging',
    parts: [
      'Lists take `limit` (25 where it is missing, at most 200) and `offset`, and answer with the items and where they stand in the whole. The links in `paging` are addresses on this server; `next` is null on the last page.',
      { label: 'Page of a list', code: codes.page },
      'The list of all objects pages by `cursor`: send the `next_cursor` of one answer with the next request. The log of events pages by `after`, the number of the last event you have.',
    ],
  },
  {
    id: 'retries',
    title: 'Safe retries',
    parts: [
      'A POST whose answer got lost may have happened. Sent with an `Idempotency-Key` of your own making, it can be sent again: the same key and body within 24 hours get the first answer, and nothing happens twice.',
      { label: 'Request that may be repeated', code: codes.repeatable },
      'The same key with another body is a 422, one that is still running a 409. Keys of different users, and on different addresses, have nothing to do with each other.',
    ],
  },
  {
    id: 'versions',
    title: 'Concurrent changes',
    parts: [
      'Objects carry a `version` that grows with every change. An update or delete with `If-Match: "41"` happens only while the object still has version 41; otherwise it is a 412, and nothing changes.',
      'Without it, fields are merged one by one, and the last writer of a field wins.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    parts: [
      'A user may make a certain number of requests a minute. While a limit is set, `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (in seconds) stand in every answer. Beyond it the answer is a 429 whose `Retry-After` says how long to wait.',
      'A JSON body has at most 1 MB, a list of changes 1,000 entries, unless whoever runs the server has set it otherwise.',
    ],
  },
]

const error = `{
  "error": {
    "code": "BadRequest",
    "message": "scale must be <= 4",
    "errors": [{ "field": "scale", "message": "must be <= 4" }],
    "request_id": "req-1a"
  }
}`

const page = `{
  "workspaces": [ … ],
  "total": 61,
  "limit": 25,
  "offset": 25,
  "size": 25,
  "paging": {
    "prev": "/api/users/7/workspaces?order_by=&order_direction=ASC&limit=25&offset=0",
    "self": "/api/users/7/workspaces?order_by=&order_direction=ASC&limit=25&offset=25",
    "next": "/api/users/7/workspaces?order_by=&order_direction=ASC&limit=25&offset=50"
  }
}`

const repeatable = (base: string) => `curl -X POST ${base}/workspaces/$WORKSPACE/notes \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"text":"Once, whatever happens"}'`
