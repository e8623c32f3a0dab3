// The servers that are measured, each in a process of its own that ends with the run, however that ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

export interface MeasuredServer {
  readonly port: number
  /** Microseconds of processor time its process has used, in all its threads. */
  cpuMicros(): Promise<number>
  residentBytes(): Promise<number>
  stop(): Promise<void>
}

const longestStartMs = 30_000
const pauseMs = 5

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs a program of ours until it answers; both kinds of server tell their figures at /metrics. */
export async function startServer(
  args: readonly string[],
  { port, env }: { port: number; env: Readonly<Record<string, string>> },
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  const figure = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  await firstAnswer(child, port)
  return {
    port,
    cpuMicros: async () => (await figure('process_cpu_seconds_total')) * 1e6,
    residentBytes: () => figure('process_resident_memory_bytes'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function firstAnswer(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + longestStartMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('a server ended before it answered')
    const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
    await reply?.arrayBuffer()
    if (reply?.ok) return
    await delay(pauseMs)
  }
  throw new Error('a server did not answer in time')
}
