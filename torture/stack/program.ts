// A program at a fixed port: it is started, signaled and started again, and ends with the run. Its last output is kept.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Reaper } from './reaper.ts'

export interface ProgramSettings {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  /** Resolves once the program works; it is called repeatedly. */
  readonly isReady: () => Promise<boolean>
  /** Whether its last output says that it cannot start now: then it is started again, like a supervisor does. */
  readonly isStartRefused?: (lastLine: string) => boolean
  /** Called if the program ends without being asked to. */
  readonly onUnexpectedExit?: (description: string) => void
}

/** Much longer than a start takes, because the machine may be busy. */
const startTimeoutMs = 180_000
const keptLines = 20_000

export class Program {
  readonly name: string
  readonly lastLines: string[] = []
  /** When the last start was found to be complete, by the clock of the machine. */
  readyAtMs = 0
  readonly #settings: ProgramSettings
  readonly #reaper: Reaper
  #child: ChildProcess | null = null
  /** The processes that were asked to end. */
  readonly #ended = new WeakSet<ChildProcess>()

  constructor(settings: ProgramSettings, reaper: Reaper) {
    this.name = settings.name
    this.#settings = settings
    this.#reaper = reaper
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  /** Starts the process without waiting until it works. */
  spawn(): void {
    const { command, cwd, env, uid, gid } = this.#settings
    const [program, ...args] = command
    const child = spawn(program, args, { cwd, env, uid, gid, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.#reaper.watch(child)
    child.on('error', error => this.#record(String(error)))
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#record(text))
    // The close event comes after the last output.
    child.once('close', (code, signal) => {
      if (this.#child === child) this.#child = null
      if (this.#ended.has(child) || this.#isStartRefused()) return
      this.#settings.onUnexpectedExit?.(`${this.name} ended by itself (${signal ?? `status ${code}`})`)
    })
  }

  async start(): Promise<void> {
    this.spawn()
    await this.ready()
  }

  /** Waits until it works. Throws if that takes too long, or it has ended. */
  async ready(): Promise<void> {
    const deadline = performance.now() + startTimeoutMs
    while (!(await this.#settings.isReady())) {
      if (!this.#child && this.#isStartRefused()) this.spawn()
      if (!this.#child) throw new Error(`${this.name} ended while it started:\n${this.lastLines.slice(-20).join('\n')}`)
      if (performance.now() > deadline) throw new Error(`${this.name} did not start within ${startTimeoutMs} ms`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    this.readyAtMs = Date.now()
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Sends the signal that ends it, and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<{ code: number | null }> {
    const child = this.#child
    if (!child) return { code: null }
    this.#ended.add(child)
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code] = await exited
    if (this.#child === child) this.#child = null
    return { code }
  }

  #isStartRefused(): boolean {
    return this.#settings.isStartRefused?.(this.lastLines.at(-1) ?? '') ?? false
  }

  #record(text: string): void {
    this.lastLines.push(...text.split('\n').filter(Boolean))
    if (this.lastLines.length > keptLines) this.lastLines.splice(0, this.lastLines.length - keptLines)
  }
}
