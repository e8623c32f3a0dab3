// The log of a process whose output is not a terminal: lines are collected, and none is lost at the end.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const logger = pathToFileURL(join(import.meta.dirname, 'logger.ts')).href

const linesOf = async (program: string): Promise<unknown[]> => {
  const script = `import { openLog } from ${JSON.stringify(logger)}; const log = openLog('info'); ${program}`
  const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(error => error)
  return (ran.stdout as string)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).msg)
}

test('lines are written in order, also those logged just before the process exits or crashes', async () => {
  const later = `log.info('1'); setTimeout(() => log.info('2'), 150); setTimeout(() => { log.info('3'); process.exit() }, 300)`
  assert.deepEqual(await linesOf(later), ['1', '2', '3'])
  assert.deepEqual(await linesOf(`log.info('1'); log.info('2')`), ['1', '2'])
  assert.deepEqual(await linesOf(`log.info('1'); throw new Error('crash')`), ['1'])
})
