// A worker that removes what a browser does not have, then loads the client and uploads a file with it.

import { isBuiltin, registerHooks } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const { url, nodeOnly } = workerData as { url: string; nodeOnly: string[] }

registerHooks({
  resolve: (specifier, context, next) => {
    if (isBuiltin(specifier)) throw new Error(`${context.parentURL} imports ${specifier}`)
    return next(specifier, context)
  },
})

// Node's own fetch uses them, so code inside of Node keeps them.
for (const name of nodeOnly) {
  const value = Reflect.get(globalThis, name)
  Object.defineProperty(globalThis, name, { get: () => (isAskedByNode() ? value : undefined) })
}

const { connect } = await import('@tessera/client')
const client = connect({ url, token: async () => 'secret' })
const reply = await client.images.create('w', { image: new Blob(['bytes'], { type: 'image/png' }), x: 5 })
parentPort?.postMessage({ missing: nodeOnly.filter(name => Reflect.get(globalThis, name) === undefined), reply })

function isAskedByNode(): boolean {
  const callers = new Error().stack?.split('\n').slice(3) ?? []
  return callers[0]?.includes('node:internal') ?? false
}
