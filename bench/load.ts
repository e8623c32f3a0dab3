// The runner's side of the load generator: starts it, sends it work, receives the result.

import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadResult } from './load-messages.ts'

export interface LoadGenerator {
  send(load: Load): Promise<LoadResult>
  stop(): void
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-process.ts'))
  let onReply = (_: Reply) => {}
  child.on('message', (message: Reply) => onReply(message))
  child.on('exit', () => onReply({ error: 'the load generator exited' }))
  return {
    async send(load) {
      const reply = new Promise<Reply>(resolve => {
        onReply = resolve
      })
      child.send(load)
      const { result, error } = await reply
      if (!result) throw new Error(`the load generator failed: ${error}`)
      return result
    },
    stop: () => child.disconnect(),
  }
}

interface Reply {
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
