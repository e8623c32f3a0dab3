// The code of the guide about webhooks that verifies signatures, run as it stands on a real notification.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Notification, receiver } from '../server/testing/receiver.ts'
import { world } from '../server/testing/world.ts'
import { readFences } from './guide-programs.ts'
import { runCommand, runners } from './run-guide-program.ts'

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
  let secrets: { old: string; new: string }
  let notification: Notification
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-signatures-'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const { ann, board } = await world()
    const there = await receiver()
    const { id, secret = '' } = await ann.listeners.create({ workspaceId: board, url: there.url, eventTypes: ['ALL'] })
    secrets = { old: secret, new: (await ann.listeners.rotateSecret(id)).secret }
    await ann.notes.create(board, { text: 'schöne Grüße — 日本語' })
    notification = (await there.events(1))[0] as Notification
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const cases = () => {
    const { headers, text } = notification
    return {
      good: { secret: secrets.new, headers, body: text },
      rotated: { secret: secrets.old, headers, body: text },
      changed: { secret: secrets.new, headers, body: `${text} ` },
      foreign: { secret: `whsec_${Buffer.from('another').toString('base64')}`, headers, body: text },
      old: { secret: secrets.new, headers: { ...headers, 'webhook-timestamp': '1000000000' }, body: text },
      unsigned: { secret: secrets.new, headers: { ...headers, 'webhook-signature': 'v1,' }, body: text },
    }
  }
  const expected = { good: true, rotated: true, changed: false, foreign: false, old: false, unsigned: false }

  for (const [language, caller] of Object.entries(callers)) {
    test(`[DOC-31] verifies signatures in ${language}`, async () => {
      const fence = readFences('webhooks').find(one => one.language === language && one.attributes.verify === true)
      const { extension, command } = runners[language] ?? assert.fail(language)
      const file = join(folder, `verify.${extension}`)
      await writeFile(file, `${fence?.source}\n${caller}\n`)
      const { status, output } = await runCommand(command(file), { cwd: folder, input: JSON.stringify(cases()) })
      assert.equal(status, 0, output)
      assert.deepEqual(JSON.parse(output), expected)
    })
  }
})
