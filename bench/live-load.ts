// Starts and controls the process that generates the live load.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LiveLoad, LiveResult } from './live-messages.ts'

interface ProcessMessage {
  readonly isReady?: true
  readonly result?: LiveResult
  readonly error?: string
}

/**
 * Runs the load. `cpuMicros` is the CPU time of the server from all connected until all delivered. `onReady` is called when
 * all are connected, before anything is written.
 */
export async function runLiveLoad(
  load: LiveLoad,
  readCpuMicros: () => Promise<number>,
  onReady: () => Promise<void> = async () => {},
): Promise<LiveResult & { readonly cpuMicros: number }> {
  const child = fork(join(import.meta.dirname, 'live-load-process.ts'))
  const nextMessage = () =>
    new Promise<ProcessMessage>((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error('the live load ended')))
    })
  try {
    child.send(load)
    requireNoError(await nextMessage())
    await onReady()
    const before = await readCpuMicros()
    child.send({ begin: true })
    const { result } = requireNoError(await nextMessage())
    return { ...(result as LiveResult), cpuMicros: (await readCpuMicros()) - before }
  } finally {
    child.removeAllListeners('exit')
    // The process exits, which closes its connections.
    child.disconnect()
  }
}

function requireNoError(message: ProcessMessage): ProcessMessage {
  if (message.error !== undefined) throw new Error(`failed to run the live load: ${message.error}`)
  return message
}
