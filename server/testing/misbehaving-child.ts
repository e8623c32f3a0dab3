// Replaces the child process that reads files: it does what the path of its task says, such as crash or hang.

import { connect } from 'node:net'

const buffers: Buffer[] = []

process.on('disconnect', () => process.exit())
process.on('message', async ({ id, input }: { id: number; input: { path: string } }) => {
  const [name = '', port] = input.path.split(':')
  const behaviors: Record<string, () => unknown> = {
    respond: () => process.pid,
    hang: () => {
      for (;;);
    },
    crash: () => process.abort(),
    exit: () => process.exit(3),
    throw: () => {
      throw new Error('the task failed')
    },
    allocate: () => {
      for (;;) buffers.push(Buffer.alloc(64 * 1024 * 1024, 1))
    },
    network: () =>
      new Promise(resolve => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve('reached'))
        socket.on('error', error => resolve((error as NodeJS.ErrnoException).code))
      }),
    read: () => import('node:fs').then(({ readFileSync }) => readFileSync('/etc/hostname', 'utf8')),
    write: () => import('node:fs').then(({ writeFileSync }) => writeFileSync('/tmp/tessera-misbehaving-child', 'x')),
    spawn: () => import('node:child_process').then(({ execFileSync }) => String(execFileSync('true'))),
    environment: () => Object.keys(process.env),
  }
  try {
    const output = await (behaviors[name] as () => unknown)()
    process.send?.({ id, output, residentBytes: process.memoryUsage.rss() })
  } catch (error) {
    process.send?.({ id, crash: String(error) })
  }
})
