// Stands in for the process that reads files: does what it is told by the path it is given, good or bad.

import { connect } from 'node:net'

const holes: Buffer[] = []

process.on('disconnect', () => process.exit())
process.on('message', async ({ id, takes }: { id: number; takes: { path: string } }) => {
  const [deed = '', port] = takes.path.split(':')
  const acts: Record<string, () => unknown> = {
    answer: () => process.pid,
    hang: () => {
      for (;;);
    },
    crash: () => process.abort(),
    leave: () => process.exit(3),
    throw: () => {
      throw new Error('something broke')
    },
    swell: () => {
      for (;;) holes.push(Buffer.alloc(64 * 1024 * 1024, 1))
    },
    network: () =>
      new Promise(resolve => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve('reached'))
        socket.on('error', error => resolve((error as NodeJS.ErrnoException).code))
      }),
    read: () => import('node:fs').then(({ readFileSync }) => readFileSync('/etc/hostname', 'utf8')),
    write: () => import('node:fs').then(({ writeFileSync }) => writeFileSync('/tmp/tessera-odd-child', 'x')),
    spawn: () => import('node:child_process').then(({ execFileSync }) => String(execFileSync('true'))),
    settings: () => Object.keys(process.env),
  }
  try {
    const gives = await (acts[deed] as () => unknown)()
    process.send?.({ id, gives, residentBytes: process.memoryUsage.rss() })
  } catch (error) {
    process.send?.({ id, broken: String(error) })
  }
})
