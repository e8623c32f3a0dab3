// The process that reads foreign files: takes one task after the other from the server, and is gone when the server is.
// It may crash or be killed at any moment; nothing here knows of the database or of anybody's rights.

import { Worker } from 'node:worker_threads'
import type { Answer, ChildTasks, Question, TaskName } from './child-tasks.ts'
import { closeDocument, drawPage, openDocument } from './draw-document.ts'
import { drawImage } from './draw-image.ts'
import { Unfit } from './unfit.ts'

type Task<Name extends TaskName> = (
  takes: ChildTasks[Name]['takes'],
) => ChildTasks[Name]['gives'] | Promise<ChildTasks[Name]['gives']>

const tasks: { readonly [Name in TaskName]: Task<Name> } = {
  'draw-image': drawImage,
  'open-document': openDocument,
  'draw-page': drawPage,
  // Loaded by those who draw alone.
  'draw-board': async takes => (await import('./draw-board.ts')).drawBoard(takes),
  'close-document': closeDocument,
}

watchParent()
process.on('disconnect', () => process.exit())
process.on('message', (question: Question) => {
  void answer(question).then(given => process.send?.(given))
})

async function answer({ id, task, takes }: Question): Promise<Answer> {
  try {
    const gives = await (tasks[task] as (takes: unknown) => unknown)(takes)
    return { id, gives, residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    if (error instanceof Unfit)
      return { id, unfit: error.message, code: error.code, residentBytes: process.memoryUsage.rss() }
    return { id, broken: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

/** From another thread, so that a task that never ends does not outlive a server that was killed. */
function watchParent(): void {
  const script = `
    const parent = process.ppid
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Worker(script, { eval: true }).unref()
}
