// The child process that reads uploaded files: it runs one task at a time for the server, and ends with the server.
// It may crash or be killed at any time; it has no access to the database and knows no permissions.

import { Worker } from 'node:worker_threads'
import { closeDocument, drawPages, openDocument } from './drawing/draw-document.ts'
import { drawImage } from './drawing/draw-image.ts'
import type { ChildTasks, TaskName, TaskRequest, TaskResponse } from './sandbox/child-tasks.ts'
import { isDiskFull, UnreadableFile } from './sandbox/processing-errors.ts'

type Task<Name extends TaskName> = (
  input: ChildTasks[Name]['input'],
) => ChildTasks[Name]['output'] | Promise<ChildTasks[Name]['output']>

const tasks: { readonly [Name in TaskName]: Task<Name> } = {
  'draw-image': drawImage,
  'open-document': openDocument,
  'draw-pages': drawPages,
  // Imported on first use: only the processes that draw boards need the fonts and the canvas.
  'draw-picture': async input => (await import('./drawing/draw-picture.ts')).drawPicture(input),
  'read-board-file': async input => (await import('@tessera/formats/read-board-file')).readBoardFile(input),
  'write-board-file': async input => (await import('@tessera/formats/write-board-file')).writeBoardFile(input),
  'close-document': closeDocument,
}

watchParent()
process.on('disconnect', () => process.exit())
process.on('message', (request: TaskRequest) => {
  void runTask(request).then(response => process.send?.(response))
})

async function runTask({ id, task, input }: TaskRequest): Promise<TaskResponse> {
  try {
    const output = await (tasks[task] as (input: unknown) => unknown)(input)
    return { id, output, residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    if (error instanceof UnreadableFile)
      return { id, unreadable: error.message, code: error.code, residentBytes: process.memoryUsage.rss() }
    if (isDiskFull(error)) return { id, full: (error as Error).message, residentBytes: process.memoryUsage.rss() }
    return { id, crash: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

/** Runs on another thread, so that a task that never ends does not outlive a killed server. */
function watchParent(): void {
  const script = `
    const parent = process.ppid
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Worker(script, { eval: true }).unref()
}
