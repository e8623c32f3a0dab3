// Tests mail from its event to the mail server and back into the queue: delivered, postponed, refused, and counted in
// metrics.

import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { organizationRoles } from '@tessera/contract'
import { pino } from 'pino'
import { openApp } from '../../app.ts'
import { runCheck } from '../../commands/check-command.ts'
import { openDependencies } from '../../dependencies.ts'
import { inviteMember } from '../../organization/organizations/invite-member.ts'
import { findOrganization } from '../../organization/organizations/organization-store.ts'
import { readConfig } from '../../platform/config/config.ts'
import { noAbuseLimits } from '../../platform/limits/abuse-limits.ts'
import { waitForJobs } from '../../testing/job-rows.ts'
import { pendingMember } from '../../testing/members.ts'
import { newOrganization, newPerson } from '../../testing/people.ts'
import { smtpReceiver } from '../../testing/smtp-receiver.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { pollUntil } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'

test('[MAI-3] an invitation goes out through the mail server that SMTP_URL names', async () => {
  const receiver = await smtpReceiver()
  const there = await worldWith({ smtpUrl: receiver.url, mailFrom: 'Mosaic <hello@board.example>' })
  const email = await pendingMember(there, 'Nia')
  while (!receiver.arrived.some(mail => mail.envelope.includes(email))) await receiver.mail(receiver.arrived.length)
  const mail = receiver.arrived.find(one => one.envelope.includes(email))
  assert.deepEqual(mail?.from, { name: 'Mosaic', address: 'hello@board.example' })
  assert.match(mail?.text ?? '', /\/invitation\?token=[\w-]{43}/)
  assert.match(mail?.html ?? '', /\/invitation\?token=[\w-]{43}/)
  assert.deepEqual(await there.mail.listMailTo(email), [])
  await there.app.close()
  await receiver.close()
})

test('[MAI-6] [JOB-10] refused mail is a failed job, postponed mail is pending, and the metrics count both', async () => {
  const receiver = await smtpReceiver()
  const there = await worldWith({ smtpUrl: receiver.url })
  await waitForJobs(there.dependencies.db, rows => rows.every(row => row.state === 'done'))
  receiver.statusCode = 550
  const refused = await pendingMember(there, 'Refused')
  const stateOf = (state: string) => (rows: { name: string; state: string; last_error: string | null }[]) =>
    rows.some(row => row.name === 'send-invitation' && row.state === state && row.last_error !== null)
  const failed = (await waitForJobs(there.dependencies.db, stateOf('dead'))).find(row => row.state === 'dead')
  assert.match(failed?.last_error ?? '', /550 no such mailbox/)
  receiver.statusCode = 451
  await pendingMember(there, 'Deferred')
  await waitForJobs(there.dependencies.db, stateOf('waiting'))
  const expected = [
    /^tessera_jobs\{name="send-invitation",state="dead"\} 1$/m,
    /^tessera_jobs\{name="send-invitation",state="waiting"\} 1$/m,
    /^tessera_jobs_oldest_seconds\{name="send-invitation"\} \d/m,
    /^tessera_jobs_ended_total\{name="send-invitation",ending="dead"\} [1-9]/m,
    /^tessera_jobs_ended_total\{name="send-invitation",ending="dead"\} 1$/m,
  ]
  // The outcome of a job is counted after it is stored, and postponed mail is retried every few seconds.
  const metrics = async () => await (await there.send('/metrics')).text()
  await pollUntil(metrics, found => expected.every(line => line.test(found)))
  assert.ok(!receiver.arrived.some(mail => mail.envelope.includes(refused)))
  await there.app.close()
  await receiver.close()
})

test('[MAI-4] no log contains a link or the URL of the mail server with its password', async () => {
  const { db, settings, drop } = await testDatabase()
  await db.close()
  const receiver = await smtpReceiver({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    async onData(stream, _session, done) {
      const body = Buffer.concat(await Array.fromAsync(stream))
        .toString()
        .replaceAll('=\r\n', '')
      done(Object.assign(new Error(`spam: ${/invitation\?\S+/.exec(body)?.[0]}`), { responseCode: 451 }))
    },
  })
  let lines = ''
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        lines += chunk
        done()
      },
    }),
  )
  const smtpUrl = receiver.url.replace('//', '//user:hunter22@')
  const config = { ...readConfig({}), ...settings, databaseUrl: settings.databaseUrl, smtpUrl }
  const dependencies = await openDependencies(config)
  const owner = await newPerson(dependencies, 'Ann')
  const app = await openApp(dependencies, log)
  const id = await newOrganization(dependencies, owner.id)
  const now = new Date().toISOString()
  await dependencies.db.write(async tx => {
    const organization = await findOrganization(tx, id)
    assert.ok(organization)
    const role = organizationRoles.get(3)
    await inviteMember(tx, {
      organization,
      email: 'n@example.com',
      role,
      invited_by: owner.id,
      limits: noAbuseLimits,
      now,
    })
  })
  const rows = await waitForJobs(dependencies.db, all => all.some(row => row.last_error !== null))
  await app.close()
  assert.match(lines, /job failed/)
  assert.match(lines, /spam: invitation/)
  for (const text of [lines, JSON.stringify(rows)]) {
    assert.doesNotMatch(text, /hunter22/)
    assert.doesNotMatch(text, /token=(3D)?[\w-]{20}/)
  }
  await receiver.close()
  await drop()
})

test('[ADR-15] check connects to the mail server, or checks the folder', async () => {
  const { db, settings, drop } = await testDatabase()
  await db.close()
  const receiver = await smtpReceiver()
  const environment = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl }
  const lineOf = async (more: Record<string, string>) => {
    const { lines, isInOrder } = await runCheck({ ...environment, ...more })
    return [lines.find(line => line.startsWith('mail: ')), isInOrder]
  }
  assert.deepEqual(await lineOf({}), [`mail: ok, saved in ${settings.dataDir}/mail`, true])
  const [well, isWell] = await lineOf({ SMTP_URL: receiver.url })
  assert.match(String(well), /^mail: ok, sent through 127\.0\.0\.1:\d+ as no-reply@localhost$/)
  assert.ok(isWell)
  await receiver.close()
  const [line, isInOrder] = await lineOf({ SMTP_URL: receiver.url.replace('//', '//user:hunter22@') })
  assert.match(String(line), /^mail: 127\.0\.0\.1:\d+ does not accept mail/)
  assert.doesNotMatch(String(line), /hunter22/)
  assert.equal(isInOrder, false)
  await drop()
})
