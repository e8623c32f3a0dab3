// Starts and controls the process that deliveries are compared with. BullMQ is installed on first use.

import { execFile, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface SenderOrder {
  readonly how: 'loop' | 'bullmq'
  readonly url: string
  readonly body: string
  readonly concurrency: number
  readonly count: number
  readonly redisUrl?: string
  readonly bullmqPath?: string
}

export interface Sender {
  send(order: SenderOrder): Promise<void>
  stop(): void
}

export function startSender(): Sender {
  const child = fork(join(import.meta.dirname, 'sender-process.ts'))
  return {
    async send(order) {
      const ended = new Promise<{ error?: string }>(resolve => child.once('message', resolve as never))
      child.send(order)
      const { error } = await ended
      if (error) throw new Error(error)
    },
    stop: () => child.disconnect(),
  }
}

const folder = join(import.meta.dirname, 'peers/queue')

/** Returns the path of its entry file. */
export async function installBullmq(): Promise<string> {
  const path = join(folder, 'node_modules/bullmq/dist/cjs/index.js')
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"name":"queue-peer","private":true}\n')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-workspaces']
  await promisify(execFile)('npm', ['install', 'bullmq', ...flags], { cwd: folder, timeout: 300_000 })
  return path
}
