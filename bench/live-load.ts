// The runner's side of the live load.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LiveLoad, LiveResult } from './live-messages.ts'

interface Word {
  readonly isReady?: true
  readonly result?: LiveResult
  readonly error?: string
}

/** Brings the load and tells when all connections are open and nothing but the load is left to do. */
export async function bringLiveLoad(load: LiveLoad, onReady: () => Promise<void>): Promise<LiveResult> {
  const child = fork(join(import.meta.dirname, 'live-load-process.ts'))
  try {
    return await new Promise<LiveResult>((resolve, reject) => {
      child.on('message', ({ isReady, result, error }: Word) => {
        if (isReady) onReady().then(() => child.send({ begin: true }), reject)
        else if (result) resolve(result)
        else reject(new Error(`the load could not be brought: ${error}`))
      })
      child.on('exit', () => reject(new Error('the live load ended')))
      child.send(load)
    })
  } finally {
    child.removeAllListeners('exit')
    child.disconnect()
  }
}
