// Checks that background work was completed: pictures processed, exports created, publishing finished, and no job is
// left.

import type { RunState } from '../run-state.ts'
import { type Check, waitUntilSettled } from './check.ts'

export const checkUploads: Check = async ({ run, stack }) => {
  const client = run.patientClient()
  const waiting = new Set(run.images.keys())
  const { url } = stack.nodes[0] as { url: string }
  const unprocessed = await waitUntilSettled(async () => {
    for (const id of [...waiting]) {
      const { image } = await client.images.get(run.boards[0] as string, id)
      if (image.reason !== undefined)
        run.violations.add('uploads', `${id} was acknowledged and then failed: ${image.reason}`)
      else if (image.pictures.length > 0) await checkBytes(run, id, url, image.url)
      else continue
      waiting.delete(id)
    }
    return [...waiting].map(id => `${id} was acknowledged and is not processed`)
  })
  run.violations.add('uploads', ...unprocessed)
  return `${run.images.size} pictures processed, with the bytes that were uploaded`
}

async function checkBytes(run: RunState, id: string, nodeUrl: string, address: string): Promise<void> {
  const { pathname, search } = new URL(address)
  const response = await fetch(`${nodeUrl}${pathname}${search}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok || !bytes.equals(run.images.get(id) as Buffer))
    run.violations.add('uploads', `${id} has other bytes than those uploaded (status ${response.status})`)
}

export const checkExports: Check = async ({ run }) => {
  const client = run.patientClient()
  const waiting = new Set(run.exports)
  const unfinished = await waitUntilSettled(async () => {
    for (const id of [...waiting]) {
      const { state, error } = (await client.exports.get(run.boards[0] as string, id)).export
      if (state === 'failed') run.violations.add('exports', `${id} failed: ${error}`)
      if (state === 'done' || state === 'failed') waiting.delete(id)
    }
    return [...waiting].map(id => `${id} was acknowledged and is not finished`)
  })
  run.violations.add('exports', ...unfinished)
  return `${run.exports.size} exports done`
}

export const checkPublishing: Check = async ({ run }) => {
  const client = run.patientClient()
  const wanted = run.publishState
  const wrong = await waitUntilSettled(async () => {
    const { publish_state } = (await client.workspaces.get(run.boards[0] as string)).workspace.properties
    const isExpected = wanted === null ? /^(un)?published$/.test(publish_state) : publish_state === wanted
    return isExpected ? [] : [`the board is ${publish_state}, and the last request was for ${wanted ?? 'either'}`]
  })
  run.violations.add('publishing', ...wrong)
  return `the board is ${wanted ?? 'published or unpublished'}, as the last request asked`
}

export const checkJobs: Check = async ({ run, stack }) => {
  const left = await waitUntilSettled(async () => {
    // Jobs that are scheduled for later are not pending.
    const rows = await stack.query(
      `select name, state, attempts, last_error from jobs where state in ('running', 'behind', 'dead')
       or (state = 'waiting' and run_at < '${new Date().toISOString()}')`,
    )
    return rows.map(
      ({ name, state, attempts, last_error }) => `${name} is ${state} after ${attempts} attempts: ${last_error}`,
    )
  })
  run.violations.add('jobs', ...left)
  const [row] = await stack.query(`select count(*) as count from jobs where state = 'done'`)
  return `${row?.count} jobs done, none failed, none left`
}
