// Converts Word, PowerPoint and Excel files to PDF with LibreOffice. Each file gets its own sandboxed process and its own
// profile, which disables macros, links and everything else that reaches outside the document.

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FileStorage } from '../../platform/files/index.ts'
import { findProgram } from '../sandbox/find-program.ts'
import type { Limits } from '../sandbox/limits.ts'
import { abortedError, ChildFailed, UnreadableFile } from '../sandbox/processing-errors.ts'
import { killProcessGroup, startSandboxed } from '../sandbox/sandbox.ts'
import { officeProfile } from './office-profile.ts'
import { copyToFolder } from './store-pictures.ts'

/** Takes the hash of an Office file and returns the hash of the PDF. Throws UnreadableFile or ChildFailed. */
export type ConvertOffice = (hash: string, mime: string, signal: AbortSignal) => Promise<string>

export interface ConvertSettings {
  readonly files: FileStorage
  /** The name or path of the LibreOffice executable. */
  readonly program: string
  readonly folder: string
  readonly limits: Limits
}

export function createOfficeConverter({ files, program, folder, limits }: ConvertSettings): ConvertOffice {
  return async (hash, mime, signal) => {
    const found = await findProgram(program)
    if (!found)
      throw new UnreadableFile(
        'LIBREOFFICE_MISSING',
        'Word, PowerPoint and Excel files need LibreOffice, which is not installed on the server',
      )
    const taskFolder = await mkdtemp(join(folder, 'office-'))
    try {
      const path = await copyToFolder(files, hash, taskFolder, `document.${extensions[mime] ?? 'docx'}`)
      await runOffice(found, path, taskFolder, limits, signal)
      return await storePdf(files, join(taskFolder, 'out', 'document.pdf'), limits)
    } finally {
      await rm(taskFolder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** LibreOffice detects the format by the file name. */
const extensions: Readonly<Record<string, string>> = {
  'application/msword': 'doc',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

async function runOffice(
  program: string,
  path: string,
  taskFolder: string,
  limits: Limits,
  signal: AbortSignal,
): Promise<void> {
  const profile = join(taskFolder, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), officeProfile)
  const quiet = ['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault', '--nofirststartwizard']
  const convert = ['--convert-to', 'pdf', '--outdir', join(taskFolder, 'out'), path]
  const command = [program, `-env:UserInstallation=${pathToFileURL(profile)}`, ...quiet, ...convert]
  const { convertBytes: memoryBytes, fileBytes, convertMs } = limits
  const cpuSeconds = Math.ceil(convertMs / 1_000)
  const child = await startSandboxed(command, {
    memoryBytes,
    fileBytes,
    cpuSeconds,
    folder: taskFolder,
    stdio: 'ignore',
  })
  const ending = once(child, 'close')
  let failure: ChildFailed | undefined
  const fail = (reason: ChildFailed) => {
    failure = reason
    killProcessGroup(child)
  }
  const timeout = new ChildFailed('timeout', `LibreOffice took longer than ${convertMs / 1_000} s`)
  const timer = setTimeout(fail, convertMs, timeout)
  const abort = () => fail(abortedError())
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    const [code, killedBy] = await ending
    if (failure) throw failure
    if (killedBy) throw new ChildFailed('crashed', `LibreOffice ended with ${killedBy}`)
    if (code !== 0) throw new ChildFailed('crashed', `LibreOffice ended with status ${code}`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    // The launcher may have ended while a process that it started still runs.
    killProcessGroup(child)
  }
}

/** LibreOffice reports no error if it cannot read a file: it just writes no PDF. */
async function storePdf(files: FileStorage, path: string, limits: Limits): Promise<string> {
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  )
  if (size === 0) throw new UnreadableFile('LIBREOFFICE_REFUSES', 'LibreOffice cannot read the document')
  const { hash } = await files.put(createReadStream(path), { maxBytes: limits.fileBytes })
  return hash
}
