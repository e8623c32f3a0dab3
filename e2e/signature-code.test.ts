// Runs the code that the page of listeners shows to receivers, unchanged on real notifications.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { pythonCode, typescriptCode } from '../web/listeners/signature-code.ts'
import { acceptedSignatures, signatureCases } from './signature-cases.ts'

describe('the code that verifies signatures', () => {
  let folder: string
  let cases: Awaited<ReturnType<typeof signatureCases>>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-signature-'))
    cases = await signatureCases()
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('[WEB-19] in TypeScript', async () => {
    const file = join(folder, 'verify.ts')
    await writeFile(file, typescriptCode)
    const { verify } = await import(file)
    const found = Object.entries(cases).map(([name, { secret, headers, body }]) => {
      try {
        verify(secret, headers, body)
        return [name, true]
      } catch {
        return [name, false]
      }
    })
    assert.deepEqual(Object.fromEntries(found), acceptedSignatures)
  })

  test('[WEB-19] in Python', async () => {
    await writeFile(join(folder, 'verify.py'), pythonCode)
    await writeFile(join(folder, 'cases.json'), JSON.stringify(cases))
    const { stdout } = await promisify(execFile)('python3', ['-c', pythonProgram], { cwd: folder })
    assert.deepEqual(JSON.parse(stdout), acceptedSignatures)
  })
})

const pythonProgram = `
import json
from verify import verify

def holds(case):
    try:
        verify(case["secret"], case["headers"], case["body"].encode())
        return True
    except ValueError:
        return False

with open("cases.json") as file:
    print(json.dumps({name: holds(case) for name, case in json.load(file).items()}))
`
