// Checks that THIRD-PARTY-NOTICES.md matches package-lock.json and node_modules, from which it is generated. --write
// updates it.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, readProjectFile } from './project-files.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const file = 'THIRD-PARTY-NOTICES.md'
const current = existsSync(join(projectRoot, file)) ? readProjectFile(file) : ''
const { packages } = JSON.parse(readProjectFile('package-lock.json'))
const generated = thirdPartyNotices(projectRoot, packages)

if (current !== generated) {
  if (process.argv.includes('--write')) writeFileSync(join(projectRoot, file), generated)
  else {
    console.log(`${file} does not list the packages of package-lock.json: run \`npm run check -- notices --write\`.`)
    process.exitCode = 1
  }
}
