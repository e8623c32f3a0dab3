// Raw upload requests without the client, and an assertion that a rejected upload leaves nothing.

import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stateOf } from './database-state.ts'
import { readSample } from './sample-file.ts'
import { pollUntil } from './until.ts'
import type { World } from './world.ts'

export const blobOf = async (sample: string) => new Blob([(await readSample(sample)) as BlobPart])

/** Parts in this order: texts as fields, blobs as files. */
export function formOf(...parts: [name: string, value: string | Blob][]): FormData {
  const form = new FormData()
  for (const [name, value] of parts)
    typeof value === 'string' ? form.append(name, value) : form.append(name, value, 'f')
  return form
}

export const postForm = ({ send, ann, board }: World, path: string, body: BodyInit, headers = {}) =>
  send(`/api/workspaces/${board}/${path}`, { as: ann, method: 'POST', body, headers })

export const temporaryFiles = ({ dependencies }: World) => readdir(join(dependencies.config.dataDir, 'files', 'tmp'))

/** Asserts a 400 with this code and these fields, no changed row and no temporary file. */
export async function assertRejectedWithoutTrace(
  made: World,
  send: () => Promise<Response>,
  code: string,
  ...fields: string[]
) {
  const before = await stateOf(made.dependencies.db)
  const response = await send()
  const { error } = (await response.json()) as {
    error: { code: string; message: string; errors?: { field: string }[] }
  }
  assert.deepEqual(
    [response.status, error.code, (error.errors ?? []).map(one => one.field)],
    [400, code, fields],
    error.message,
  )
  assert.deepEqual(await stateOf(made.dependencies.db), before)
  await pollUntil(
    () => temporaryFiles(made),
    names => names.length === 0,
  )
}
