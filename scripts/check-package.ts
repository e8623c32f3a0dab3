// Checks that the generated types of the client's package are the same as those of its source, and that the source uses
// nothing that Node 20 lacks.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage } from './client-package/build.ts'
import { compareTypes } from './client-package/comparison.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-package-'))
try {
  await buildPackage(folder)
  const differences = await compareTypes(folder)
  if (differences.length > 0) {
    console.log(differences.join('\n'))
    console.log('If a schema states a type in another way, name the type in scripts/client-package/declarations.ts.')
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
