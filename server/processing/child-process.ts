// One process that reads foreign files, as the server sees it: asked one thing at a time, with a limit on how long the
// answer may take. Whatever goes wrong in it ends it, and fails only what was asked.

import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { Answer, ChildTasks, Question, TaskName } from './child-tasks.ts'
import { killGroup, startConfined } from './confinement.ts'
import { limits } from './limits.ts'
import { ChildFailed, toldToStop, Unfit } from './unfit.ts'

export interface Limit {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const projectFolder = join(import.meta.dirname, '../..')
const standardScript = join(import.meta.dirname, 'child-main.ts')
const cpuSeconds = 7_200
const keptWords = 1_000

/** It may read its own program and `folder`, and write `folder`; it has neither network nor children of its own. */
export async function startChild(folder: string, script = standardScript): Promise<Child> {
  const program = ['node_modules', 'package.json', 'contract', 'drawing', 'server/package.json', 'server/processing']
  const reads = [...program.map(path => join(projectFolder, path)), dirname(script), folder].map(
    path => `--allow-fs-read=${path}`,
  )
  const permissions = ['--permission', ...reads, `--allow-fs-write=${folder}`, '--allow-addons', '--allow-worker']
  const command = [process.execPath, ...permissions, '--disable-warning=SecurityWarning', script]
  const { childBytes: memoryBytes, fileBytes } = limits
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'ignore', 'pipe', 'ipc']
  return new Child(await startConfined(command, { memoryBytes, fileBytes, cpuSeconds, folder, stdio }))
}

export class Child {
  readonly #process: ChildProcess
  readonly #asking = new Map<number, (answer: Answer | ChildFailed) => void>()
  #said = ''
  #end: ChildFailed | null = null
  residentBytes = 0
  /** How many things it was asked. */
  asked = 0

  constructor(started: ChildProcess) {
    this.#process = started
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-keptWords)
    })
    started.on('message', (answer: Answer) => this.#settle(answer))
    started.on('error', error => this.#lose(new ChildFailed('crashed', error.message)))
    started.on('close', (code, signal) => {
      const how = `the process ended with ${signal ?? `status ${code}`}`
      this.#lose(new ChildFailed('crashed', this.#said ? `${how}: ${this.#said}` : how))
    })
    // It keeps nobody from ending: without the server it ends by itself.
    started.unref()
    started.channel?.unref()
  }

  get id(): number | undefined {
    return this.#process.pid
  }

  get isUsable(): boolean {
    return this.#end === null
  }

  async ask<Name extends TaskName>(
    task: Name,
    takes: ChildTasks[Name]['takes'],
    { timeoutMs, signal }: Limit,
  ): Promise<ChildTasks[Name]['gives']> {
    if (signal.aborted) throw toldToStop()
    const stop = () => this.end()
    signal.addEventListener('abort', stop, { once: true })
    const late = () => this.#lose(new ChildFailed('late', `${task} took longer than ${timeoutMs / 1_000} s`))
    const timer = setTimeout(late, timeoutMs)
    try {
      return this.#read(await this.#send({ id: ++this.asked, task, takes })) as never
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  /** At once, with whatever it is doing. */
  end(): void {
    this.#lose(toldToStop())
  }

  #send(question: Question): Promise<Answer | ChildFailed> {
    return new Promise(resolve => {
      if (this.#end) return resolve(this.#end)
      this.#asking.set(question.id, resolve)
      this.#process.send(question, error => error && this.#lose(new ChildFailed('crashed', error.message)))
    })
  }

  #settle(answer: Answer): void {
    this.#asking.get(answer.id)?.(answer)
    this.#asking.delete(answer.id)
  }

  #read(answer: Answer | ChildFailed): unknown {
    if (answer instanceof ChildFailed) throw answer
    if ('broken' in answer) {
      const end = new ChildFailed('crashed', answer.broken)
      this.#lose(end)
      throw end
    }
    this.residentBytes = answer.residentBytes
    if ('unfit' in answer) throw new Unfit(answer.code, answer.unfit)
    return answer.gives
  }

  #lose(end: ChildFailed): void {
    if (this.#end) return
    this.#end = end
    for (const settle of this.#asking.values()) settle(end)
    this.#asking.clear()
    killGroup(this.#process)
  }
}
