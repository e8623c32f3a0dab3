// Redis in a separate process, which can be killed, frozen and flushed.

import { connect } from 'node:net'
import { requireProgram } from '../../scripts/test-programs.mjs'
import { freePort } from '../../scripts/test-servers.ts'
import { Program } from './program.ts'
import type { Reaper } from './reaper.ts'

export interface RedisServer {
  readonly program: Program
  readonly port: number
  flush(): Promise<void>
}

export async function startRedisServer(folder: string, reaper: Reaper): Promise<RedisServer> {
  const found = requireProgram('redis')
  const port = await freePort()
  const program = new Program(
    {
      name: 'redis',
      command: [found, '--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
      cwd: folder,
      isReady: async () => (await command(port, 'PING')).startsWith('+PONG'),
    },
    reaper,
  )
  await program.start()
  return { program, port, flush: async () => void (await command(port, 'FLUSHALL')) }
}

/** Returns the first line of the response, or nothing if there is none. */
function command(port: number, line: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`))
    const finish = (text: string) => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(1_000, () => finish(''))
    socket.on('data', bytes => finish(String(bytes)))
    socket.on('error', () => finish(''))
  })
}
