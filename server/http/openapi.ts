// The description of the API as OpenAPI 3.1, derived from the contract's tables. Nothing is described here that is not
// a row there. Run directly, it prints the document; docs/openapi.json is kept equal to it.

import { allOperations, type Noun } from '@tessera/contract'
import server from '../package.json' with { type: 'json' }
import { describeOperation } from './openapi-operation.ts'
import { errorResponses, responseHeaders } from './openapi-responses.ts'
import { describeSchemas } from './openapi-schemas.ts'

export function openApiDocument(): object {
  return {
    openapi: '3.1.1',
    info: { title: 'Tessera', version: server.version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: describePaths(),
    components: {
      schemas: describeSchemas(),
      parameters,
      responses: errorResponses(),
      headers: responseHeaders,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const description = [
  'A collaborative visual workspace, driven by its API: workspaces and the people in them, the objects on the board, and',
  'listeners that are told what happens. Fields and query parameters that an operation does not know are ignored, and',
  'null counts as not sent.',
].join(' ')

const tags: Record<Noun, string> = {
  workspaces: 'Boards, and the people who have access to them.',
  notes: 'Sticky notes.',
  texts: 'Text straight on the board.',
  images: 'Pictures, uploaded or fetched by the service.',
  documents: 'Uploaded documents, shown page by page once they have been processed.',
  browsers: 'Web pages shown in a frame on the board.',
  canvases: 'Named areas of the board.',
  comments: 'What people say about an object, one level of answers deep.',
  strokes: 'Lines drawn by hand, on the board or on an object.',
  listeners: 'Addresses that the service tells what happens in a workspace.',
  organizations: 'Organizations and their members.',
  users: 'People, and what belongs to them.',
  objects: 'All kinds of object together: read, searched and changed many at once.',
  events: 'The log of a workspace, numbered without holes.',
  published: 'Published workspaces, for anyone and without a token.',
  applications: 'Programs registered to act on behalf of people.',
  authorizations: 'The applications that you let act for you.',
  sessions: 'The browsers you are signed in with.',
  tokens: 'Personal access tokens, for scripts.',
  jobs: 'For operators: the work that follows from changes, and what of it was given up.',
  installation: 'For operators: what runs, where things are kept, and how much there is.',
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1 },
    description:
      'Makes the request safe to send again: the same key and body within 24 hours get the first answer, and nothing changes',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^"[0-9]+"$' },
    description: 'The version of the object in double quotes: the change happens only while it has that version',
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
