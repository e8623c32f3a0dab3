// The runner's side of the load generator: starts it, asks it for load, hears what came back.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadResult } from './load-messages.ts'

export interface LoadGenerator {
  send(load: Load): Promise<LoadResult>
  stop(): void
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-process.ts'))
  let answer = (_: Answer) => {}
  child.on('message', (message: Answer) => answer(message))
  child.on('exit', () => answer({ error: 'the generator ended' }))
  return {
    async send(load) {
      const answered = new Promise<Answer>(resolve => {
        answer = resolve
      })
      child.send(load)
      const { result, error } = await answered
      if (!result) throw new Error(`the load could not be brought: ${error}`)
      return result
    },
    stop: () => child.disconnect(),
  }
}

interface Answer {
  readonly result?: LoadResult
  readonly error?: string
}

/** A request as it goes over the wire. The body is ASCII. */
export function requestText(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): string {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(json === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${json.length}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${json ?? ''}`
}
