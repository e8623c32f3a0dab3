// A program with the client that Hey API generates. Prints what it found.

import { readFile } from 'node:fs/promises'
import { client } from './hey-api/client.gen.js'
import { imagesCreate, notesCreate, objectsChange, objectsList, picturesGet, usersMe } from './hey-api/sdk.gen.js'
import type { BoardObject, Change } from './hey-api/types.gen.js'

const [url = '', token = '', workspace_id = '', file = ''] = process.argv.slice(2)
client.setConfig({ baseUrl: `${url}/api`, auth: token, throwOnError: true })
const path = { workspace_id }

const { data: me } = await usersMe({ throwOnError: true })
const { data: created } = await notesCreate({ path, body: { text: 'one', x: 10 }, throwOnError: true })
const changes: Change[] = [
  { op: 'create', kind: 'note', ref: 'two', data: { text: 'two', x: 400 } },
  { op: 'create', kind: 'connector', data: { from: { id: created.note.id }, to: { id: { ref: 'two' } } } },
]
const { data: changed } = await objectsChange({ path, body: { changes }, throwOnError: true })
const image = new Blob([await readFile(file)], { type: 'image/png' })
const { data: uploaded } = await imagesCreate({ path, body: { image, x: 40, name: 'picture.png' }, throwOnError: true })
const { data: list } = await objectsList({ path, query: { limit: 100 }, throwOnError: true })
const { data: picture } = await picturesGet({ path, query: { format: 'png', width: 200 }, throwOnError: true })
const { error, response } = await notesCreate({ path, body: { text: 'big', scale: 9 }, throwOnError: false })

const found = {
  email: me.user.email,
  results: changed.results.map(result => ('note' in result ? result.note.text : Object.keys(result).join())),
  image: uploaded.image.name,
  objects: list.objects.map(describe).sort(),
  picture: [picture instanceof Blob, picture.type, picture.size > 100],
  refusal: [response?.status, error?.error.code],
}
console.log(JSON.stringify(found))

function describe(object: BoardObject): string {
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
