// The runner's side of the live load.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LiveLoad, LiveResult } from './live-messages.ts'

interface Word {
  readonly isReady?: true
  readonly result?: LiveResult
  readonly error?: string
}

/** Brings the load. `cpuMicros` is what the server took from when all are connected until all has arrived. */
export async function bringLiveLoad(
  load: LiveLoad,
  readCpuMicros: () => Promise<number>,
): Promise<LiveResult & { readonly cpuMicros: number }> {
  const child = fork(join(import.meta.dirname, 'live-load-process.ts'))
  const nextWord = () =>
    new Promise<Word>((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error('the live load ended')))
    })
  try {
    child.send(load)
    faultless(await nextWord())
    const before = await readCpuMicros()
    child.send({ begin: true })
    const { result } = faultless(await nextWord())
    return { ...(result as LiveResult), cpuMicros: (await readCpuMicros()) - before }
  } finally {
    child.removeAllListeners('exit')
    // It ends, and so do its connections.
    child.disconnect()
  }
}

function faultless(word: Word): Word {
  if (word.error !== undefined) throw new Error(`the load could not be brought: ${word.error}`)
  return word
}
