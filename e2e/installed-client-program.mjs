// A program of a user who has installed the package: plain JavaScript that calls an operation, uploads a file and works
// on an open board. client-package.test.ts copies it next to the installed package and runs it. Prints what it found.

import { readFile } from 'node:fs/promises'
import { connect, openLive, openUndo, TesseraError } from '@tessera/client'

const [url = '', token = '', organization = '', file = ''] = process.argv.slice(2)
const client = connect({ url, token })
const { workspace } = await client.workspaces.create(Number(organization), { name: `Node ${process.version}` })
const board = workspace.properties.uid

const { image } = await client.images.create(board, {
  image: { data: await readFile(file), name: 'picture.png' },
  x: 40,
})
const refusal = await client.notes.create(board, { text: 'big', scale: 9 }).catch(error => error)

const live = openLive({ url, workspaceId: board, token: () => token })
await /** @type {Promise<void>} */ (new Promise(resolve => live.onState(state => state === 'live' && resolve())))
const undo = openUndo(live)
const notes = undo.change(['one', 'two'].map(text => ({ op: 'create', kind: 'note', data: { text } })))
await notes.results
const ids = notes.ids.map(id => live.idOf(id))
await live.change([{ op: 'group', ids }]).results
await live.change([{ op: 'order', ids, to: 'back' }]).results
await undo.undo()?.pending.results
const objects = await toArray(client.objects.list.all(board, { limit: 1 }))
await live.close()

const found = {
  node: process.versions.node.split('.')[0],
  hasOwnWebSocket: typeof WebSocket !== 'undefined',
  image: image.id,
  refusal: refusal instanceof TesseraError && [refusal.code, refusal.fields.map(({ field }) => field)],
  seen: live.objects.size,
  kinds: objects.map(({ kind }) => kind),
}
console.log(JSON.stringify(found))

/**
 * @template Item
 * @param {AsyncIterable<Item>} items
 */
async function toArray(items) {
  const all = []
  for await (const item of items) all.push(item)
  return all
}
