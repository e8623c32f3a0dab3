// The generated files of clients/python fit the contract. --write updates them.

import { existsSync, writeFileSync } from 'node:fs'
import { generatePython } from './generate-python.ts'
import { projectRoot, readProjectFile } from './project-files.ts'

const stale = Object.entries(generatePython()).filter(([path, text]) => {
  return !existsSync(`${projectRoot}/${path}`) || readProjectFile(path) !== text
})
if (process.argv.includes('--write')) {
  for (const [path, text] of stale) writeFileSync(`${projectRoot}/${path}`, text)
} else if (stale.length) {
  console.log(`${stale.map(([path]) => path).join(', ')} differ from the contract.`)
  console.log('Run `npm run check -- python --write`.')
  process.exitCode = 1
}
