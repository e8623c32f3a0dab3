// A world whose PUBLIC_URL is the address it listens on, for clients that follow the addresses of the metadata.

import { createServer } from 'node:net'
import type { AppOptions } from '../app.ts'
import { type World, worldWith } from './world.ts'

export async function knownWorld(running?: AppOptions): Promise<World> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return await worldWith({ port, publicUrl: `http://127.0.0.1:${port}` }, running)
}
