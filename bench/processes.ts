// The measured servers. Each is a process of its own that is killed when the run ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

export interface MeasuredServer {
  readonly port: number
  readonly pid: number
  /** Microseconds of processor time its process has used, in all its threads. */
  cpuMicros(): Promise<number>
  residentBytes(): Promise<number>
  /** The value of a metric without labels; NaN if there is none. */
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

const startTimeoutMs = 30_000
const pollMs = 5

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server and waits until it responds. All servers report their processor time and memory at /metrics. */
export async function startServer(
  args: readonly string[],
  { port, env }: { port: number; env: Readonly<Record<string, string>> },
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const exited = once(child, 'exit').then(() => running.delete(child))
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  await waitUntilHealthy(child, port)
  return {
    port,
    pid: child.pid as number,
    cpuMicros: async () => (await metric('process_cpu_seconds_total')) * 1e6,
    metric,
    residentBytes: () => metric('process_resident_memory_bytes'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function waitUntilHealthy(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server exited before it responded')
    const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
    await reply?.arrayBuffer()
    if (reply?.ok) return
    await delay(pollMs)
  }
  throw new Error('the server did not respond in time')
}
