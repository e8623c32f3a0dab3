import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProjectFile } from './project-files.ts'
import { softwareBill } from './software-bill.ts'

const node = { version: '26.0.0', sha256: { 'linux-x64': 'ab' } }
const lock = {
  server: { dependencies: { pg: '1.0.0', '@scope/more': '1.0.0' } },
  'node_modules/pg': {
    version: '1.0.0',
    license: 'MIT',
    integrity: `sha512-${Buffer.from('hash').toString('base64')}`,
  },
  'node_modules/@scope/more': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
  'node_modules/tool': { version: '3.0.0', license: 'MIT' },
}
type Bill = { serialNumber: string; components: Record<string, unknown>[] }
const billOf = (packages: typeof lock, version = '1.2.3') => softwareBill(packages, { version, node }) as Bill

test('[OPS-59] the bill of materials contains what is shipped, with hashes and licenses, and no tools', () => {
  const { components } = billOf(lock)
  assert.deepEqual(
    components.map(({ purl }) => purl),
    ['pkg:npm/%40scope/more@2.0.0', 'pkg:npm/pg@1.0.0', 'pkg:generic/node@26.0.0'],
  )
  const [more, pg] = components
  assert.deepEqual(pg?.hashes, [{ alg: 'SHA-512', content: Buffer.from('hash').toString('hex') }])
  assert.deepEqual(pg?.licenses, [{ license: { id: 'MIT' } }])
  assert.deepEqual(more?.licenses, [{ expression: '(MIT OR Apache-2.0)' }])
})

test('[OPS-59] the same lock file gives the same bill of materials, another one another serial number', () => {
  assert.deepEqual(billOf(lock), billOf(structuredClone(lock)))
  assert.match(billOf(lock).serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.notEqual(billOf(lock).serialNumber, billOf(lock, '1.2.4').serialNumber)
})

test('[OPS-59] the bill of this project names no registry and no machine', () => {
  const { packages } = JSON.parse(readProjectFile('package-lock.json'))
  const text = JSON.stringify(billOf(packages))
  assert.doesNotMatch(text, /https?:|\/home|\/tmp/)
  assert.match(text, /pkg:npm\/fastify@/)
  assert.doesNotMatch(text, /pkg:npm\/typescript@/)
})
