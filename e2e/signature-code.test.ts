// The code that the page of listeners shows to receivers, run as it stands on real notifications.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Notification, receiver } from '../server/testing/receiver.ts'
import { world } from '../server/testing/world.ts'
import { pythonCode, typescriptCode } from '../web/listeners/signature-code.ts'

describe('the code that verifies signatures', () => {
  let folder: string
  let secrets: { old: string; new: string }
  let notification: Notification
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-signature-'))
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

  test('[WEB-19] in TypeScript', async () => {
    const file = join(folder, 'verify.ts')
    await writeFile(file, typescriptCode)
    const { verify } = await import(file)
    const found = Object.entries(cases()).map(([name, { secret, headers, body }]) => {
      try {
        verify(secret, headers, body)
        return [name, true]
      } catch {
        return [name, false]
      }
    })
    assert.deepEqual(Object.fromEntries(found), expected)
  })

  test('[WEB-19] in Python', async () => {
    await writeFile(join(folder, 'verify.py'), pythonCode)
    await writeFile(join(folder, 'cases.json'), JSON.stringify(cases()))
    const { stdout } = await promisify(execFile)('python3', ['-c', pythonProgram], { cwd: folder })
    assert.deepEqual(JSON.parse(stdout), expected)
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
