// Creates and reads objects of any kind through the client, for tests that loop over the table of kinds.

import type { CallOptions, Client } from '@tessera/client'
import { allOperations, type Kind, type KindName, kinds, type ObjectRecord } from '@tessera/contract'
import { readSample } from './sample-file.ts'

export type AnyRecord = ObjectRecord & Record<string, unknown>
type Fields = Readonly<Record<string, unknown>>

export interface KindMethods {
  create(board: string, data: Fields, options?: CallOptions): Promise<Record<string, AnyRecord>>
  update(board: string, id: string, data: Fields, options?: CallOptions): Promise<Record<string, AnyRecord>>
  delete(board: string, id: string, options?: CallOptions): Promise<{ message: string }>
  get(board: string, id: string): Promise<Record<string, AnyRecord>>
  list: ((board: string, query?: Fields) => Promise<Record<string, unknown>>) & {
    all(board: string, query?: Fields): AsyncIterable<AnyRecord>
  }
}

export const allKinds: readonly Kind[] = Object.values(kinds)

export const methodsOf = (client: Client, kind: KindName): KindMethods => client[nounOf(kind)] as never

/** The required data of a kind, including its file. */
export async function requiredData(name: KindName): Promise<Record<string, unknown>> {
  const kind: Kind = kinds[name]
  const given = kind.creatable.filter(field => kind.fields[field]?.onCreate === 'required')
  const file = kind.upload ? { [kind.upload.field]: await readSample(sampleNames[name] as string) } : {}
  return { ...Object.fromEntries(given.map(field => [field, examples[field]])), ...file }
}

export async function createAny(client: Client, name: KindName, board: string, more: Fields = {}): Promise<AnyRecord> {
  const reply = await methodsOf(client, name).create(board, { ...(await requiredData(name)), ...more })
  return reply[name] as AnyRecord
}

export const examples: Readonly<Record<string, unknown>> = {
  text: 'text',
  url: 'https://example.com/',
  name: 'name',
  title: 'title',
  points: [0, 0, 10, 10],
  from: { x: 0, y: 0 },
  to: { x: 100, y: 50 },
}

/** Two valid updates of an object that was created with its defaults; null if the kind has no update. */
export function changesOf(name: KindName): readonly [Fields, Fields] | null {
  const kind: Kind = kinds[name]
  return validUpdates.find(([first]) => Object.keys(first).every(field => kind.updatable.includes(field))) ?? null
}

const validUpdates: readonly (readonly [Fields, Fields])[] = [
  [{ x: 50 }, { y: 77 }],
  [{ label: 'changed' }, { width: 5 }],
  [{ penColor: 'Red' }, { penColor: 'Green' }],
]

const sampleNames: { readonly [K in KindName]?: string } = { image: 'plain.png', document: 'page.pdf' }

function nounOf(kind: KindName): keyof Client {
  const path = `/workspaces/:workspace_id/${kinds[kind].path}`
  return allOperations.find(one => one.method === 'POST' && one.path === path)?.noun as keyof Client
}
