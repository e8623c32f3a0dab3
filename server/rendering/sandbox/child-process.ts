// The server's handle for one child process that reads uploaded files. It runs one task at a time, with a timeout. Any
// error inside the process ends it and fails only its current task.

import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { StorageFull } from '../../platform/files/index.ts'
import type { ChildTasks, TaskName, TaskRequest, TaskResponse } from './child-tasks.ts'
import { limits } from './limits.ts'
import { abortedError, ChildFailed, UnreadableFile } from './processing-errors.ts'
import { killProcessGroup, startSandboxed } from './sandbox.ts'

export interface TaskLimit {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const projectFolder = join(import.meta.dirname, '../../..')
const standardScript = join(import.meta.dirname, '../child-main.ts')
const cpuSeconds = 7_200
const maxStderrLength = 1_000

/** The process may read its own program and `folder`, and write to `folder`; it has no network and no child processes. */
export async function startChild(folder: string, script = standardScript): Promise<Child> {
  const program = [
    'node_modules',
    'package.json',
    'contract',
    'drawing',
    'server/package.json',
    'server/rendering',
    'formats',
  ]
  const reads = [...program.map(path => join(projectFolder, path)), dirname(script), folder].map(
    path => `--allow-fs-read=${path}`,
  )
  const permissions = ['--permission', ...reads, `--allow-fs-write=${folder}`, '--allow-addons', '--allow-worker']
  const command = [process.execPath, ...permissions, '--disable-warning=SecurityWarning', script]
  const { childBytes: memoryBytes, fileBytes } = limits
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'ignore', 'pipe', 'ipc']
  return new Child(await startSandboxed(command, { memoryBytes, fileBytes, cpuSeconds, folder, stdio }))
}

export class Child {
  readonly #process: ChildProcess
  readonly #pending = new Map<number, (response: TaskResponse | ChildFailed) => void>()
  #stderr = ''
  #failure: ChildFailed | null = null
  residentBytes = 0
  taskCount = 0

  constructor(started: ChildProcess) {
    this.#process = started
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrLength)
    })
    started.on('message', (response: TaskResponse) => this.#resolve(response))
    started.on('error', error => this.#fail(new ChildFailed('crashed', error.message)))
    started.on('close', (code, signal) => {
      const message = `the process ended with ${signal ?? `status ${code}`}`
      this.#fail(new ChildFailed('crashed', this.#stderr ? `${message}: ${this.#stderr}` : message))
    })
    // The server may exit while the child runs: the child then ends by itself.
    started.unref()
    started.channel?.unref()
  }

  get id(): number | undefined {
    return this.#process.pid
  }

  get isUsable(): boolean {
    return this.#failure === null
  }

  async run<Name extends TaskName>(
    task: Name,
    input: ChildTasks[Name]['input'],
    { timeoutMs, signal }: TaskLimit,
  ): Promise<ChildTasks[Name]['output']> {
    if (signal.aborted) throw abortedError()
    const abort = () => this.end()
    signal.addEventListener('abort', abort, { once: true })
    const onTimeout = () => this.#fail(new ChildFailed('timeout', `${task} took longer than ${timeoutMs / 1_000} s`))
    const timer = setTimeout(onTimeout, timeoutMs)
    try {
      return this.#read(await this.#send({ id: ++this.taskCount, task, input })) as never
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  /** Kills the process at once; its current task fails. */
  end(): void {
    this.#fail(abortedError())
  }

  #send(request: TaskRequest): Promise<TaskResponse | ChildFailed> {
    return new Promise(resolve => {
      if (this.#failure) return resolve(this.#failure)
      this.#pending.set(request.id, resolve)
      this.#process.send(request, error => error && this.#fail(new ChildFailed('crashed', error.message)))
    })
  }

  #resolve(response: TaskResponse): void {
    this.#pending.get(response.id)?.(response)
    this.#pending.delete(response.id)
  }

  #read(response: TaskResponse | ChildFailed): unknown {
    if (response instanceof ChildFailed) throw response
    if ('crash' in response) {
      const failure = new ChildFailed('crashed', response.crash)
      this.#fail(failure)
      throw failure
    }
    this.residentBytes = response.residentBytes
    if ('unreadable' in response) throw new UnreadableFile(response.code, response.unreadable)
    if ('full' in response) throw new StorageFull(new Error(response.full))
    return response.output
  }

  #fail(failure: ChildFailed): void {
    if (this.#failure) return
    this.#failure = failure
    for (const resolve of this.#pending.values()) resolve(failure)
    this.#pending.clear()
    killProcessGroup(this.#process)
  }
}
