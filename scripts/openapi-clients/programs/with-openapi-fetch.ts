// A program with openapi-fetch and the types that openapi-typescript generates. Prints what it found.

import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-typescript.js'

const [url = '', token = '', workspace_id = '', file = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: `${url}/api`, headers: { Authorization: `Bearer ${token}` } })
const params = { path: { workspace_id } }

const me = must(await client.GET('/session/user'))
const created = must(await client.POST('/workspaces/{workspace_id}/notes', { params, body: { text: 'one', x: 10 } }))
const changes: components['schemas']['Change'][] = [
  { op: 'create', kind: 'note', ref: 'two', data: { text: 'two', x: 400 } },
  { op: 'create', kind: 'connector', data: { from: { id: created.note.id }, to: { id: { ref: 'two' } } } },
]
const changed = must(await client.POST('/workspaces/{workspace_id}/changes', { params, body: { changes } }))
const uploaded = must(
  await client.POST('/workspaces/{workspace_id}/images', {
    params,
    body: { image: new Blob([await readFile(file)], { type: 'image/png' }), x: 40, name: 'picture.png' },
    bodySerializer: formOf,
  }),
)
const list = must(
  await client.GET('/workspaces/{workspace_id}/objects', { params: { ...params, query: { limit: 100 } } }),
)
const picture = must(
  await client.GET('/workspaces/{workspace_id}/picture', {
    params: { ...params, query: { format: 'png', width: 200 } },
    parseAs: 'blob',
  }),
)
const { error, response } = await client.POST('/workspaces/{workspace_id}/notes', {
  params,
  body: { text: 'big', scale: 9 },
})

const found = {
  email: me.user.email,
  results: changed.results.map(result => ('note' in result ? result.note.text : Object.keys(result).join())),
  image: uploaded.image.name,
  objects: list.objects.map(describe).sort(),
  picture: [picture instanceof Blob, picture.type, picture.size > 100],
  refusal: [response.status, error?.error.code],
}
console.log(JSON.stringify(found))

function describe(object: components['schemas']['BoardObject']): string {
  // @ts-expect-error Not every kind has a text: the types are not `any`.
  void object.text
  switch (object.kind) {
    case 'note':
      return `note ${object.text}`
    case 'connector':
      return `connector ${object.path}`
    case 'image':
      return `image ${object.name}`
    default:
      return object.kind
  }
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

function must<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
