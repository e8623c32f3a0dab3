// `npm run sbom`: writes the software bill of materials to dist/, and renews the third-party notices next to it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, readProjectFile } from './project-files.ts'
import { softwareBill } from './software-bill.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const { packages } = JSON.parse(readProjectFile('package-lock.json'))
const { version } = JSON.parse(readProjectFile('package.json'))
const node = JSON.parse(readProjectFile('scripts/node-checksums.json'))
const folder = join(projectRoot, 'dist')
mkdirSync(folder, { recursive: true })
const files = {
  [`tessera-${version}.cdx.json`]: `${JSON.stringify(softwareBill(packages, { version, node }), null, 2)}\n`,
  'THIRD-PARTY-NOTICES.md': thirdPartyNotices(projectRoot, packages),
}
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(folder, name), text)
  console.log(`dist/${name}`)
}
