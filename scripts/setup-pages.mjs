// Builds the web pages if their sources have changed. Development builds are left to Vite.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const stampFile = 'web/dist/.stamp'
const sourceFolders = ['contract', 'drawing', 'clients/typescript', 'web', 'docs/guides']
const sourceFiles = ['package-lock.json', 'docs/openapi.json']
const ignoredFolders = new Set(['node_modules', 'dist'])

/** @type {import('./setup.mjs').Step} */
export const pages = {
  pending() {
    if (!readdirSync('web').some(name => name.startsWith('vite.config.'))) return null
    const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
    return built === fingerprint() ? null : 'Building the web pages …'
  },
  run() {
    const stamp = fingerprint()
    const args = ['node_modules/.bin/vite', 'build', 'web', '--logLevel', 'warn']
    const { error, status, stdout, stderr } = spawnSync('node_modules/.bin/node', args, { encoding: 'utf8' })
    if (error || status !== 0) {
      throw new Error(`${error?.message ?? stdout + stderr}\nThe web pages could not be built, see above.`)
    }
    writeFileSync(stampFile, stamp)
  },
}

/** Times and sizes instead of contents, because this runs at every start. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sourceFiles) hash.update(readFileSync(file))
  for (const folder of sourceFolders) addFolder(hash, folder)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 */
function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`
    if (ignoredFolders.has(entry.name) || entry.name.includes('.test.')) continue
    if (entry.isDirectory()) addFolder(hash, path)
    else {
      const { mtimeMs, size } = statSync(path)
      hash.update(`${path} ${mtimeMs} ${size}\n`)
    }
  }
}
