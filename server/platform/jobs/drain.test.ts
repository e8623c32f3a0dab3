// Shutdown during a job, and the delays between attempts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobRows } from '../../testing/job-rows.ts'
import { createPeople, startProcess } from '../../testing/server-process.ts'
import { smtpReceiver } from '../../testing/smtp-receiver.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { retryDelay } from './job-policies.ts'

test('[JOB-8] a server that is stopped finishes the mail it is sending, and sends it once', async () => {
  const { db, settings, drop } = await testDatabase()
  await db.close()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let mails = 0
  const receiver = await smtpReceiver({
    async onData(stream, _session, done) {
      await Array.fromAsync(stream)
      mails += 1
      begun.resolve()
      await goOn.promise
      done()
    },
  })
  const { ann, organization } = await createPeople(settings)
  const server = await startProcess(settings, { SMTP_URL: receiver.url })
  after(async () => {
    await server.kill()
    await receiver.close()
    await drop()
  })
  await ann.at(server.url).organizations.addMember(organization, { email: 'new.person@example.com' })
  await begun.promise
  const stopped = server.stop()
  while (
    await fetch(`${server.url}/health`).then(
      one => one.ok,
      () => false,
    )
  )
    await new Promise(setImmediate)
  goOn.resolve()
  await stopped
  const again = await openDatabase(settings)
  const rows = (await jobRows(again)).filter(({ name }) => name === 'send-invitation')
  await again.close()
  assert.deepEqual(
    rows.map(({ state, attempts }) => [state, attempts]),
    [['done', 1]],
  )
  assert.equal(mails, 1)
})

test('[JOB-5] jobs that failed at the same time are not retried at the same time', () => {
  const policy = { lane: 'mail', maxAttempts: 9, firstDelayMs: 1_000, maxDelayMs: 60_000 } as const
  assert.deepEqual([retryDelay(1, policy, 0), retryDelay(1, policy, 0.5), retryDelay(1, policy, 1)], [1_000, 750, 500])
  assert.deepEqual([retryDelay(4, policy, 0), retryDelay(20, policy, 0)], [8_000, 60_000])
  assert.ok(new Set(Array.from({ length: 50 }, () => retryDelay(7, policy))).size > 40)
})
