// An SMTP server for tests that accepts, rejects, defers or hangs up as configured.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Arrived extends Email {
  /** The envelope recipient, which may differ from the headers. */
  readonly envelope: readonly string[]
  readonly raw: string
}

export interface SmtpReceiver {
  readonly url: string
  readonly arrived: readonly Arrived[]
  /** Resolves with the mail of this index, counted from 0. */
  mail(index: number): Promise<Arrived>
  /** Status codes for the next recipients; 250 by default. */
  statusCode: number
  close(): Promise<void>
}

export async function smtpReceiver(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const arrived: Arrived[] = []
  const events = new EventTarget()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      done(receiver.statusCode === 250 ? null : refusal(receiver.statusCode))
    },
    async onData(stream, { envelope }, done) {
      const content = Buffer.concat(await Array.fromAsync(stream))
      const mail = await PostalMime.parse(content)
      arrived.push({ ...mail, envelope: envelope.rcptTo.map(({ address }) => address), raw: content.toString() })
      events.dispatchEvent(new Event('mail'))
      done()
    },
    ...options,
  })
  // A client that disconnects is not an error.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const receiver: SmtpReceiver = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    statusCode: 250,
    async mail(index) {
      while (arrived.length <= index) await once(events, 'mail')
      return arrived[index] as Arrived
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return receiver
}

const refusal = (responseCode: number) =>
  Object.assign(new Error(responseCode < 500 ? 'come back later' : 'no such mailbox'), { responseCode })
