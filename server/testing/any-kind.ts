// Creates and reads objects of any kind through the client, for tests that loop over the table of kinds.

import type { CallOptions, Client } from '@tessera/client'
import { type Kind, type KindName, kinds, type ObjectRecord } from '@tessera/contract'
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

export const methodsOf = (client: Client, kind: KindName): KindMethods => client[kinds[kind].noun] as never

/** The required data of a kind, including its file. */
export async function requiredData(name: KindName): Promise<Record<string, unknown>> {
  const kind: Kind = kinds[name]
  const given = kind.creatable.filter(field => kind.fields[field]?.onCreate === 'required')
  const file = kind.upload ? { [kind.upload.field]: await readSample(kind.upload.testFile) } : {}
  return { ...Object.fromEntries(given.map(field => [field, kind.samples.create[field]])), ...file }
}

export async function createAny(client: Client, name: KindName, board: string, more: Fields = {}): Promise<AnyRecord> {
  const reply = await methodsOf(client, name).create(board, { ...(await requiredData(name)), ...more })
  return reply[name] as AnyRecord
}

/** Two valid updates of an object that was created with its defaults; null if the kind has no update. */
export function changesOf(name: KindName): readonly [Fields, Fields] | null {
  const { updatable, samples }: Kind = kinds[name]
  return updatable.length === 0 ? null : (samples.changes ?? [{ x: 50 }, { y: 77 }])
}
