// The processor time of a server and its child processes. Needs Linux.

import { readdir, readFile } from 'node:fs/promises'
import type { MeasuredServer } from './processes.ts'

/** The time of the server and the processes that it started, including those that have ended. */
export async function totalCpuSeconds({ pid }: MeasuredServer): Promise<number> {
  let ticks = 0
  for (const id of await readdir('/proc')) {
    const stat = /^\d+$/.test(id) ? await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '') : ''
    // The fields after the name of the program, which may contain spaces: state, parent, …
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isServer = Number(id) === pid
    if (!isServer && Number(fields[1]) !== pid) continue
    for (const field of isServer ? [11, 12, 13, 14] : [11, 12]) ticks += Number(fields[field])
  }
  return ticks / 100
}
