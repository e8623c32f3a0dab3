// Generates clients from the OpenAPI document into a folder: one with Hey API, one with openapi-typescript.
// Runs with `--import ./older-typescript.ts`.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const [document = '', folder = ''] = process.argv.slice(2)

await createClient({
  input: document,
  output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
  // The generator knows one body per operation and prefers JSON, which can only have an image fetched from a URL.
  parser: {
    patch: {
      operations: {
        'POST /workspaces/{workspace_id}/images': operation => {
          const body = 'requestBody' in operation ? operation.requestBody : undefined
          if (body && 'content' in body) delete body.content['application/json']
        },
      },
    },
  },
})

const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTS(pathToFileURL(document), {
  // Otherwise a request must contain every field that has a default.
  defaultNonNullable: false,
  transform: schema => (schema.format === 'binary' ? blob : undefined),
})
await writeFile(join(folder, 'openapi-typescript.ts'), astToString(types))
