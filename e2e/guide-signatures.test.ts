// Runs the signature verification code of the webhook guide unchanged on a real notification.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readFences } from './guide-programs.ts'
import { runCommand, runners } from './run-guide-program.ts'
import { acceptedSignatures, signatureCases } from './signature-cases.ts'

/** Appended to the code of the guide: reads the cases, and prints which of them are accepted. */
const callers: Record<string, string> = {
  js: `
import { readFileSync } from 'node:fs'
const accepts = ({ secret, headers, body }) => { try { verify(secret, headers, body); return true } catch { return false } }
const all = Object.entries(JSON.parse(readFileSync(0, 'utf8')))
console.log(JSON.stringify(Object.fromEntries(all.map(([name, one]) => [name, accepts(one)]))))`,
  python: `
import json, sys
def accepts(one):
    try:
        verify(one["secret"], one["headers"], one["body"].encode())
        return True
    except ValueError:
        return False
print(json.dumps({name: accepts(one) for name, one in json.load(sys.stdin).items()}))`,
  php: `
function accepts(array $one): bool {
    try { verify($one['secret'], $one['headers'], $one['body']); return true; } catch (Exception) { return false; }
}
echo json_encode(array_map('accepts', json_decode(file_get_contents('php://stdin'), true)));`,
  ruby: `
require 'json'
def accepts?(one)
  verify(one['secret'], one['headers'], one['body'])
  true
rescue RuntimeError
  false
end
puts JSON.generate(JSON.parse($stdin.read).transform_values { |one| accepts?(one) })`,
}

describe('the guide about webhooks', () => {
  let folder: string
  let cases: Awaited<ReturnType<typeof signatureCases>>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-signatures-'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    cases = await signatureCases()
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [language, caller] of Object.entries(callers)) {
    test(`[DOC-31] verifies signatures in ${language}`, async () => {
      const fence = readFences('webhooks').find(one => one.language === language && one.attributes.verify === true)
      const { extension, command } = runners[language] ?? assert.fail(language)
      const file = join(folder, `verify.${extension}`)
      await writeFile(file, `${fence?.source}\n${caller}\n`)
      const { status, output } = await runCommand(command(file), { cwd: folder, input: JSON.stringify(cases) })
      assert.equal(status, 0, output)
      assert.deepEqual(JSON.parse(output), acceptedSignatures)
    })
  }
})
