// `npm run package`: builds the client as a package that can be published, in clients/typescript/dist, and packs it into dist/.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage, packPackage } from './client-package/build.ts'
import { compareTypes } from './client-package/comparison.ts'
import { projectRoot } from './project-files.ts'

const folder = join(projectRoot, 'clients/typescript/dist')
await buildPackage(folder)
const differences = compareTypes(folder)
if (differences.length > 0) {
  console.error(`The types of the package differ from the source:\n${differences.join('\n')}`)
  process.exit(1)
}
const destination = join(projectRoot, 'dist')
mkdirSync(destination, { recursive: true })
console.log(packPackage(folder, destination))
