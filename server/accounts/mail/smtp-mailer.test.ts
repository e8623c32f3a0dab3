// Mail through a real mail server: what arrives, and how its errors are handled.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { test } from 'node:test'
import { readMailbox, readSmtpUrl, type SmtpServer } from '../../platform/config/mail-settings.ts'
import { PermanentFailure } from '../../platform/jobs/job.ts'
import { receiverCertificate, receiverKey } from '../../testing/receiver-certificate.ts'
import { smtpReceiver } from '../../testing/smtp-receiver.ts'
import type { Mail } from './mail.ts'
import { smtpMailer } from './smtp-mailer.ts'

const from = { name: 'Tessera', address: 'no-reply@board.example' }

const mail: Mail = {
  id: 'job-1.1',
  to: { name: 'Zoë', address: 'zoe@example.com' },
  subject: 'Grüße',
  text: 'Hällo\n\nhttps://board.example/invitation?token=abcdefghijklmnopqrstuvwxyz0123456789',
  html: '<p>Hällo</p>',
}

const server = (url: string) => readSmtpUrl(url) as SmtpServer

test('[MAI-3] with SMTP_URL a mail arrives as it was written, in text and HTML', async () => {
  const receiver = await smtpReceiver()
  const mailer = smtpMailer(server(receiver.url), from)
  assert.match(await mailer.check(), /^sent through 127\.0\.0\.1:\d+ as no-reply@board\.example$/)
  await mailer.send(mail)
  const got = await receiver.mail(0)
  assert.deepEqual(got.envelope, ['zoe@example.com'])
  assert.deepEqual(
    [got.from, got.to],
    [{ name: 'Tessera', address: 'no-reply@board.example' }, [{ name: 'Zoë', address: 'zoe@example.com' }]],
  )
  assert.deepEqual([got.subject, got.text?.trim(), got.html?.trim()], [mail.subject, mail.text, mail.html])
  assert.equal(got.messageId, '<job-1.1@board.example>')
  await mailer.close()
  await receiver.close()
})

test('[MAI-5] text written by a user cannot add a header or a recipient', async () => {
  const receiver = await smtpReceiver()
  const mailer = smtpMailer(server(receiver.url), from)
  const evil = 'Eve\r\nBcc: all@example.com\r\n\r\nand a body\u2028x'
  await mailer.send({ ...mail, to: { name: evil, address: 'zoe@example.com' }, subject: evil })
  const got = await receiver.mail(0)
  assert.deepEqual(got.envelope, ['zoe@example.com'])
  assert.equal(got.bcc, undefined)
  assert.equal(got.subject, 'Eve Bcc: all@example.com and a body x')
  assert.equal(got.to?.length, 1)
  assert.equal(got.text?.trim(), mail.text)
  for (const address of ['a@b.example, c@d.example', 'a@b.example\r\nRCPT TO:<c@d.example>', '"a@b"@c.example', 'a'])
    await assert.rejects(mailer.send({ ...mail, to: { name: '', address } }), PermanentFailure)
  assert.equal(receiver.arrived.length, 1)
  await mailer.close()
  await receiver.close()
})

test('[MAI-6] a permanent error is not retried, any other is', async () => {
  const receiver = await smtpReceiver()
  const mailer = smtpMailer(server(receiver.url), from)
  receiver.statusCode = 550
  await assert.rejects(
    mailer.send(mail),
    error => error instanceof PermanentFailure && /no such mailbox/.test(error.message),
  )
  receiver.statusCode = 451
  await assert.rejects(
    mailer.send(mail),
    error => !(error instanceof PermanentFailure) && /come back later/.test(String(error)),
  )
  receiver.statusCode = 250
  await mailer.send(mail)
  assert.equal(receiver.arrived.length, 1)
  await mailer.close()
  await receiver.close()
})

test('[MAI-6] a failed authentication is not a permanent error', async () => {
  const receiver = await smtpReceiver({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('wrong password'), { responseCode: 535 })),
  })
  const mailer = smtpMailer(server(receiver.url.replace('//', '//user:secret@')), from)
  await assert.rejects(
    mailer.send(mail),
    error => !(error instanceof PermanentFailure) && !/secret/.test(String(error)),
  )
  await assert.rejects(mailer.check(), /does not accept mail/)
  await mailer.close()
  await receiver.close()
})

test('[MAI-3] with smtps the mail server needs a valid certificate', async () => {
  const receiver = await smtpReceiver({ secure: true, key: receiverKey, cert: receiverCertificate })
  const mailer = smtpMailer(server(receiver.url.replace('smtp:', 'smtps:')), from)
  await assert.rejects(
    mailer.send(mail),
    error => !(error instanceof PermanentFailure) && /certificate/.test(String(error)),
  )
  assert.equal(receiver.arrived.length, 0)
  await mailer.close()
  await receiver.close()
})

test('[MAI-4] a server that echoes the message puts no link into the error', async () => {
  const receiver = await smtpReceiver({
    async onData(stream, _session, done) {
      const body = Buffer.concat(await Array.fromAsync(stream)).toString()
      const link = /https:\S+=\r\n\S+|https:\S+/.exec(body)?.[0].replace('=\r\n', '').replace('=3D', '=')
      done(Object.assign(new Error(`bad address in mail: ${link}`), { responseCode: 554 }))
    },
  })
  const mailer = smtpMailer(server(receiver.url), from)
  await assert.rejects(
    mailer.send(mail),
    error =>
      error instanceof PermanentFailure && /bad address/.test(error.message) && !/abcdefghij/.test(error.message),
  )
  await mailer.close()
  await receiver.close()
})

async function listening(
  handle: (socket: import('node:net').Socket) => void,
): Promise<{ url: string; server: Server }> {
  const made = createServer(handle)
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  return { url: `smtp://127.0.0.1:${(made.address() as { port: number }).port}`, server: made }
}

test('[MAI-6] a mail is retried if the server hangs up or is unreachable', async () => {
  const { url, server: dropping } = await listening(socket => socket.destroy())
  const mailer = smtpMailer(server(url), from)
  await assert.rejects(mailer.send(mail), error => !(error instanceof PermanentFailure))
  dropping.close()
  await assert.rejects(mailer.send(mail), error => !(error instanceof PermanentFailure))
  await mailer.close()
})

test('[MAI-6] the connection to a server that never responds is closed when the job is aborted', async () => {
  const connected = Promise.withResolvers<void>()
  const { url, server: silent } = await listening(socket => {
    socket.on('error', () => {})
    connected.resolve()
  })
  const mailer = smtpMailer(server(url), from)
  const stop = new AbortController()
  const sent = mailer.send(mail, stop.signal)
  await connected.promise
  stop.abort()
  await assert.rejects(sent, /took too long/)
  await mailer.close()
  silent.close()
})

test('[ADR-13] SMTP_URL and MAIL_FROM are read or refused', () => {
  assert.deepEqual(readSmtpUrl('smtp://mail.example'), {
    host: 'mail.example',
    port: 587,
    isSecure: false,
    user: '',
    password: '',
  })
  assert.deepEqual(readSmtpUrl('smtps://a%40b:p%2Fw@mail.example'), {
    host: 'mail.example',
    port: 465,
    isSecure: true,
    user: 'a@b',
    password: 'p/w',
  })
  for (const bad of ['mail.example', 'http://mail.example', 'smtp://', 'smtp://h/path', 'smtp://h?x=1', 'smtp://%zz@h'])
    assert.equal(readSmtpUrl(bad), null, bad)
  assert.deepEqual(readMailbox('"My Board" <a@b.example>'), { name: 'My Board', address: 'a@b.example' })
  assert.deepEqual(readMailbox('a@b.example'), { name: '', address: 'a@b.example' })
  for (const bad of ['', 'a', '<a@b', 'a@b, c@d', 'x <a b@c>']) assert.equal(readMailbox(bad), null, bad)
})
