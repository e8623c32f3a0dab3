// The OpenAPI 3.1 document of the API, derived from the contract. Run directly, it prints the document; a test compares
// docs/openapi.json with it.

import { allOperations, type KindNoun, kinds, type Noun } from '@tessera/contract'
import server from '../../package.json' with { type: 'json' }
import { oauthPaths, securitySchemes } from './openapi-oauth.ts'
import { describeOperation } from './openapi-operation.ts'
import { errorResponses, responseHeaders } from './openapi-responses.ts'
import { describeSchemas } from './openapi-schemas.ts'
import { webhooks } from './openapi-webhooks.ts'

export function openApiDocument(): object {
  const described = { paths: { ...describePaths(), ...oauthPaths }, webhooks, responses: errorResponses() }
  return {
    openapi: '3.1.1',
    info: { title: 'Tessera', version: server.version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api' }],
    security: anyToken,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: described.paths,
    webhooks,
    components: {
      schemas: describeSchemas(JSON.stringify(described)),
      parameters,
      responses: described.responses,
      headers: responseHeaders,
      securitySchemes,
    },
  }
}

const description = [
  'The API of a collaborative visual workspace: workspaces and their members, the objects on the board, and listeners that',
  'receive events. Unknown fields and query parameters are ignored, and null is treated as not sent.',
].join(' ')

const anyToken = [{ bearer: [] }, { oauth2: [] }]

const kindTags = Object.fromEntries(Object.values(kinds).map(({ noun, summary }) => [noun, summary])) as Record<
  KindNoun,
  string
>

const tags: Record<Noun | 'oauth', string> = {
  workspaces: 'Boards and the people who have access to them.',
  ...kindTags,
  comments: 'Comments on objects, with one level of replies.',
  listeners: 'Webhooks: URLs that receive the events of a workspace.',
  organizations: 'Organizations and their members.',
  users: 'Users and their profiles.',
  objects: 'Objects of all kinds: read, search and bulk changes.',
  events: 'The event log of a workspace, numbered without gaps.',
  imports: 'Imports of board files into a workspace.',
  exports: 'Exports of a workspace: archives, drawings for other programs, tables, text and pictures.',
  pictures: 'Pictures of boards: PNG, WebP, SVG and PDF.',
  published: 'Published workspaces, available to anyone without a token.',
  applications: 'OAuth applications that act on behalf of users.',
  authorizations: 'Applications that you have authorized.',
  sessions: 'Browsers that you are signed in with.',
  secondFactors: 'Your second factors: authenticator app and recovery codes.',
  passkeys: 'Your passkeys.',
  tokens: 'Personal access tokens for scripts.',
  oauth: 'The OAuth endpoints that issue tokens to applications.',
  jobs: 'For operators: background jobs, including failed ones.',
  installation: 'For operators: version, storage and statistics of the installation.',
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1 },
    description:
      'Makes the request safe to retry: a request with the same key and body within 24 hours returns the first response and changes nothing',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^"[0-9]+"$' },
    description:
      'The version of the object in double quotes: the change is only applied if the object has this version',
  },
}

function describePaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of allOperations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation) }
  }
  return paths
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
