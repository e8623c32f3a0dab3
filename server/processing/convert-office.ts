// Word, PowerPoint and Excel files to PDF, by LibreOffice in a process of its own: confined, with a profile that is made
// for this one file and forbids macros, links and everything else that would reach out of the document.

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FileStorage } from '../files/file-storage.ts'
import { killGroup, startConfined } from './confinement.ts'
import { findProgram } from './find-program.ts'
import type { Limits } from './limits.ts'
import { officeProfile } from './office-profile.ts'
import { layOut } from './store-pictures.ts'
import { ChildFailed, toldToStop, Unfit } from './unfit.ts'

/** From the hash of an Office file to that of the PDF made of it. Throws Unfit or ChildFailed. */
export type ConvertOffice = (hash: string, mime: string, signal: AbortSignal) => Promise<string>

export interface ConvertSettings {
  readonly files: FileStorage
  /** The name or path of LibreOffice's program. */
  readonly program: string
  readonly folder: string
  readonly limits: Limits
}

export function officeConverter({ files, program, folder, limits }: ConvertSettings): ConvertOffice {
  return async (hash, mime, signal) => {
    const found = await findProgram(program)
    if (!found)
      throw new Unfit(
        'LIBREOFFICE_MISSING',
        'Word, PowerPoint and Excel files need LibreOffice on the server, where it is not installed',
      )
    const place = await mkdtemp(join(folder, 'office-'))
    try {
      const path = await layOut(files, hash, place, `document.${extensions[mime] ?? 'docx'}`)
      await runOffice(found, path, place, limits, signal)
      return await keepPdf(files, join(place, 'out', 'document.pdf'), limits)
    } finally {
      await rm(place, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** LibreOffice goes by the name. */
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
  place: string,
  limits: Limits,
  signal: AbortSignal,
): Promise<void> {
  const profile = join(place, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), officeProfile)
  const quiet = ['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault', '--nofirststartwizard']
  const convert = ['--convert-to', 'pdf', '--outdir', join(place, 'out'), path]
  const command = [program, `-env:UserInstallation=${pathToFileURL(profile)}`, ...quiet, ...convert]
  const { convertBytes: memoryBytes, fileBytes, convertMs } = limits
  const cpuSeconds = Math.ceil(convertMs / 1_000)
  const child = await startConfined(command, { memoryBytes, fileBytes, cpuSeconds, folder: place, stdio: 'ignore' })
  const ending = once(child, 'close')
  let fault: ChildFailed | undefined
  const end = (why: ChildFailed) => {
    fault = why
    killGroup(child)
  }
  const late = new ChildFailed('late', `LibreOffice took longer than ${convertMs / 1_000} s`)
  const timer = setTimeout(end, convertMs, late)
  const stop = () => end(toldToStop())
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const [code, killedBy] = await ending
    if (fault) throw fault
    if (killedBy) throw new ChildFailed('crashed', `LibreOffice ended with ${killedBy}`)
    if (code !== 0) throw new ChildFailed('crashed', `LibreOffice ended with status ${code}`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    // Its launcher may be gone while what it launched is not.
    killGroup(child)
  }
}

/** It says nothing about a file that it cannot read: there is no PDF then. */
async function keepPdf(files: FileStorage, path: string, limits: Limits): Promise<string> {
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  )
  if (size === 0) throw new Unfit('LIBREOFFICE_REFUSES', 'LibreOffice cannot read the document')
  const { hash } = await files.put(createReadStream(path), { maxBytes: limits.fileBytes })
  return hash
}
