// The introduction in English: what holds for every operation. A part is a paragraph, or code with its label.

import type { Language } from '@tessera/contract/languages'
import { germanIntroduction } from './introduction-german.ts'
import type { IntroductionCodes, Section } from './introduction-section.ts'

/** `base` is the base URL of all operations. */
export const introductionSections = (base: string, language: Language): readonly Section[] =>
  (language === 'de' ? germanIntroduction : englishIntroduction)(codesFor(base))

const codesFor = (base: string): IntroductionCodes => ({
  tokenCall: `curl -H "Authorization: Bearer $TOKEN" \\\n  ${base}/session/user`,
  error,
  page,
  repeatable: repeatable(base),
  flowchart: flowchart(base),
})

const englishIntroduction = (codes: IntroductionCodes): readonly Section[] => [
  {
    id: 'authentication',
    title: 'Authentication',
    parts: [
      'Send an access token with every request in the `Authorization` header, as a `Bearer` token. The token has the permissions its user has at the time of the request. Tokens in the query string are not accepted.',
      { label: 'Request with a token', code: codes.tokenCall },
      'The operator of the server creates a token with `npm run -s tessera -- token --email you@example.com`. Users create more tokens for their scripts with the operations under Tokens: they are valid for as long as you choose and can be revoked.',
      'A token has scopes: `read`, `comment`, `write` and `admin` (organizations, listeners, applications, tokens). None includes another. Each operation names the scope it needs; without it, it returns 403 and the header `WWW-Authenticate` names the scope. A token can also be restricted to one workspace.',
      'Applications get tokens with OAuth 2: `/.well-known/oauth-authorization-server` describes the endpoints. A program that cannot keep a secret is a public client and uses PKCE. It is registered under Developers, registers itself, or has the URL of a JSON document that describes it as its client id. An application with a bot acts as that bot with the client credentials grant.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    parts: [
      'Every error has the same shape. `code` says what happened. `errors` lists every invalid field, if there are any. `request_id` helps the operator find the cause.',
      { label: 'Error', code: codes.error },
      'Each operation fails only with the status codes listed for it. If 404 is not one of them, a resource that does not exist and one you have no access to get the same error. A request that fails changes nothing.',
    ],
  },
  {
    id: 'paging',
    title: 'Paging',
    parts: [
      'Lists accept `limit` (default 25, at most 200) and `offset`, and return the items with their position in the whole list. The links in `paging` are paths on this server; `next` is null on the last page.',
      { label: 'Page of a list', code: codes.page },
      'The list of all objects is paged by `cursor`: send the `next_cursor` of one response with the next request. The event log is paged by `after`, the number of the last event you have.',
    ],
  },
  {
    id: 'retries',
    title: 'Safe retries',
    parts: [
      'If the response to a POST is lost, the request may still have succeeded. With an `Idempotency-Key` of your choice it is safe to retry: the same key and body within 24 hours return the first response, and nothing happens twice.',
      { label: 'Request that is safe to retry', code: codes.repeatable },
      'The same key with a different body returns 422, and 409 if the first request is still in progress. Keys are separate for each user and each URL.',
    ],
  },
  {
    id: 'versions',
    title: 'Concurrent changes',
    parts: [
      'Objects have a `version` that increases with every change. An update or delete with `If-Match: "41"` succeeds only if the object still has version 41; otherwise it returns 412 and nothing changes.',
      'Without `If-Match`, fields are merged one by one, and the last write to a field wins.',
    ],
  },
  {
    id: 'flowcharts',
    title: 'Many changes at once',
    parts: [
      'Change Many Objects makes up to 1,000 changes, all or none. `ref` names a new object within the list, and `{"ref":"…"}` stands for its id in later entries. So one request draws a flowchart: shapes, the connectors between them, their group and their place in the stack.',
      { label: 'A flowchart in one request', code: codes.flowchart },
      'Connectors follow the objects that they are attached to. Get the Graph of a Workspace returns the chart as nodes and edges.',
    ],
  },
  {
    id: 'limits',
    title: 'Rate limits and sizes',
    parts: [
      'The number of requests per user and minute is limited. If a limit is set, every response has the headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (in seconds). A request for a large page, a search, a copy or an upload counts more than once. Requests over the limit return 429, with `Retry-After` saying how long to wait.',
      'A JSON body can be up to 1 MB, and a list of changes can have up to 1,000 entries, unless the operator of the server has changed these limits.',
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

const flowchart = (base: string) => `curl -X POST ${base}/workspaces/$WORKSPACE/changes \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"changes":[
    {"op":"create","kind":"shape","ref":"draft","data":{"text":"Draft","form":"rounded"}},
    {"op":"create","kind":"shape","ref":"good","data":{"text":"Good?","form":"diamond","x":400}},
    {"op":"create","kind":"connector","data":{"from":{"id":{"ref":"draft"}},"to":{"id":{"ref":"good"}}}},
    {"op":"create","kind":"connector","data":{"label":"no",
      "from":{"id":{"ref":"good"},"anchor":"bottom"},"to":{"id":{"ref":"draft"},"anchor":"bottom"}}},
    {"op":"group","ids":[{"ref":"draft"},{"ref":"good"}]}
  ]}'`

const repeatable = (base: string) => `curl -X POST ${base}/workspaces/$WORKSPACE/notes \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"text":"Once, whatever happens"}'`
