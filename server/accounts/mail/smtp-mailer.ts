// Sends mail through an SMTP server over a small connection pool. A mail that is rejected for good is given up with the
// server's response; every other failure is retried by the job queue.

import { createTransport } from 'nodemailer'
import { isLoopbackHost, type Mailbox, type SmtpServer } from '../../platform/config/index.ts'
import { PermanentFailure } from '../../platform/jobs/index.ts'
import type { Mail, Mailer } from './mail.ts'
import { buildMessage } from './mail-message.ts'

/** Limits the whole delivery: a server that responds byte by byte stays below all other timeouts. */
const maxSendMs = 120_000

export function smtpMailer(server: SmtpServer, from: Mailbox): Mailer {
  let transport = connect(server)
  return {
    async send(mail, signal) {
      const limits = [AbortSignal.timeout(maxSendMs), ...(signal ? [signal] : [])]
      try {
        await orAborted(transport.sendMail(buildMessage(mail, from)), AbortSignal.any(limits), () => {
          transport.close({ force: true })
          transport = connect(server)
        })
      } catch (error) {
        throw toError(error, mail)
      }
    },
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(`${server.host}:${server.port} does not accept mail: ${(error as Error).message}`, {
          cause: error,
        })
      }
      return `sent through ${server.host}:${server.port} as ${from.address}`
    },
    close: async () => transport.close(),
  }
}

const connect = ({ host, port, isSecure, user, password }: SmtpServer) =>
  createTransport({
    pool: true,
    maxConnections: 4,
    // The job queue retries, so nodemailer does not.
    maxRequeues: 0,
    host,
    port,
    secure: isSecure,
    // A password is never sent unencrypted to another machine.
    requireTLS: user !== '' && !isLoopbackHost(host),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  })

async function orAborted(sending: Promise<unknown>, signal: AbortSignal, end: () => void): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    end()
    aborted.reject(new Error('the mail server took too long'))
  }
  signal.addEventListener('abort', abort, { once: true })
  sending.catch(() => {})
  try {
    await Promise.race([sending, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A permanent error in these commands is about the mail; in others, such as AUTH, it is about the server. */
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA']

function toError(error: unknown, mail: Mail): Error {
  if (!(error instanceof Error) || error instanceof PermanentFailure) return error as Error
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  const message = withoutSecrets(error.message, mail)
  const isPermanent = responseCode >= 500 && ![503, 530].includes(responseCode) && mailCommands.includes(command)
  return isPermanent ? new PermanentFailure(message) : new Error(message)
}

/** A server may quote the mail in its response, and the mail contains sign-in links that must not be logged. */
function withoutSecrets(response: string, { text }: Mail): string {
  const links = text.match(/https?:\/\/\S+/g) ?? []
  const tokens = links.flatMap(link => [...(URL.parse(link)?.searchParams.values() ?? [])])
  const hidden = tokens.reduce((rest, token) => (token.length < 16 ? rest : rest.replaceAll(token, '…')), response)
  return hidden.replace(/(token=)[^\s&"'<>]+/gi, '$1…')
}
