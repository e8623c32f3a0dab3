// A program in TypeScript that uses the installed package. client-package.test.ts checks its types with the strictest
// settings, as a program for Node and as one for a bundler. Its types are those that readers see in their editor.

import {
  type AnyObject,
  type Client,
  type CreateData,
  connect,
  type FileInput,
  type LiveWorkspace,
  type Note,
  openLive,
  TesseraError,
} from '@tessera/client'

const client: Client = connect({ url: 'https://boards.example.org', token: async refused => refused ?? 'token' })

export async function run(board: string, file: FileInput): Promise<Note> {
  const draft: CreateData<'note'> = { text: 'hello', backgroundColor: 'Gold' }
  const { note } = await client.notes.create(board, draft, { idempotencyKey: 'once' })
  await client.notes.update(board, note.id, { x: 200 }, { ifMatch: note.version })
  await client.images.create(board, { image: file, x: 40 })
  await client.images.create(board, { url: 'https://example.org/plan.png' })
  for await (const { name, uid } of client.users.listWorkspaces.all('me', { query: 'plan' })) names.push(name, uid)
  const { results } = await client.objects.change(board, { changes: [{ op: 'delete', id: note.id }] })
  names.push(String(results.length))
  const picture: Blob = await client.pictures.get(board, { format: 'pdf' })
  names.push(picture.type)
  return note
}

const names: string[] = []

export function watch(workspaceId: string): LiveWorkspace {
  const live = openLive({ url: 'https://boards.example.org', workspaceId, token: () => 'token' })
  live.onChange(({ ids }) => {
    for (const id of ids) names.push(textOf(live.get(id)))
  })
  return live
}

/** The kind tells which fields an object has. */
function textOf(object: AnyObject | undefined): string {
  if (object?.kind === 'note' || object?.kind === 'shape') return object.text
  return object?.kind === 'connector' ? object.label : ''
}

export const codeOf = (error: unknown) => (error instanceof TesseraError ? error.code : null)

// @ts-expect-error: a note has no such color
export const wrongColor: CreateData<'note'> = { text: '', backgroundColor: 'Pink' }
// @ts-expect-error: the text is required
export const wrongCall = () => client.notes.create('board', {})
// @ts-expect-error: an image comes from a file or from an address, not both
export const wrongImage = (image: FileInput) => client.images.create('board', { image, url: 'https://example.org' })
