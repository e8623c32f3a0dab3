// The software bill of materials (CycloneDX 1.6): the packages that Tessera runs with or delivers to browsers, from
// package-lock.json, and Node. The same lock file gives the same file: no times, no random ids, no machine.

import { createHash } from 'node:crypto'
import { type LockPackages, listShippedPackages, type ShippedPackage } from './third-party-notices.ts'

export interface BillOptions {
  readonly version: string
  /** The version of Node, and the hashes of its programs by platform. */
  readonly node: { readonly version: string; readonly sha256: Readonly<Record<string, string>> }
}

type LockWithHashes = LockPackages & Readonly<Record<string, { readonly integrity?: string }>>

export function softwareBill(packages: LockWithHashes, { version, node }: BillOptions): object {
  const components = [
    ...listShippedPackages(packages).map(shipped => packageComponent(shipped, packages[shipped.path]?.integrity)),
    nodeComponent(node),
  ]
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `tessera@${version}`,
        name: 'tessera',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [{ ref: `tessera@${version}`, dependsOn: components.map(component => component['bom-ref']) }],
  }
  return { ...bill, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bill))}` }
}

function packageComponent({ name, version, license, isVariant, path }: ShippedPackage, integrity: string | undefined) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    // The same version may be installed in several places.
    'bom-ref': path,
    name,
    version,
    purl,
    // Packages that are compiled for one platform, and installed only there.
    scope: isVariant ? 'optional' : 'required',
    licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    ...(integrity && { hashes: [hashOf(integrity)] }),
  }
}

/** Converts `sha512-…` from base64. */
function hashOf(integrity: string) {
  const [algorithm = '', value = ''] = integrity.split('-', 2)
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') }
}

const nodeComponent = ({ version, sha256 }: BillOptions['node']) => ({
  type: 'platform',
  'bom-ref': `node@${version}`,
  name: 'node',
  version,
  purl: `pkg:generic/node@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
  properties: Object.entries(sha256).map(([platform, hash]) => ({ name: `sha256:${platform}`, value: hash })),
})

/** Creates a UUID of version 8, from a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
