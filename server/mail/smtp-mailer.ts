// Mail through a server of the operator's, over a few connections that are kept. A mail that is refused for good is given
// up with the server's words; whatever else goes wrong is for another try.

import { createTransport } from 'nodemailer'
import { PermanentFailure } from '../jobs/job.ts'
import type { Mail, Mailbox, Mailer } from './mail.ts'
import { buildMessage } from './mail-message.ts'
import { isLoopbackHost, type SmtpServer } from './mail-settings.ts'

/** The whole of it: a server that drips its answers is caught by no other limit. */
const longestMs = 120_000

export function smtpMailer(server: SmtpServer, from: Mailbox): Mailer {
  let transport = connect(server)
  return {
    async send(mail, signal) {
      const limits = [AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])]
      try {
        await orAborted(transport.sendMail(buildMessage(mail, from)), AbortSignal.any(limits), () => {
          transport.close({ force: true })
          transport = connect(server)
        })
      } catch (error) {
        throw faultOf(error, mail)
      }
    },
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw new Error(`${server.host}:${server.port} takes no mail: ${(error as Error).message}`, { cause: error })
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
    // The queue tries again, and remembers it.
    maxRequeues: 0,
    host,
    port,
    secure: isSecure,
    // A password is not sent where others could read it.
    requireTLS: user !== '' && !isLoopbackHost(host),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  })

async function orAborted(act: Promise<unknown>, signal: AbortSignal, end: () => void): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    end()
    aborted.reject(new Error('the mail server took too long'))
  }
  signal.addEventListener('abort', abort, { once: true })
  act.catch(() => {})
  try {
    await Promise.race([act, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Of the commands that hand over a mail; a refused sign-in, for one, says nothing about the mail. */
const commandsOfMail = ['MAIL FROM', 'RCPT TO', 'DATA']

function faultOf(error: unknown, mail: Mail): Error {
  if (!(error instanceof Error) || error instanceof PermanentFailure) return error as Error
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  const words = withoutSecrets(error.message, mail)
  const isForGood = responseCode >= 500 && ![503, 530].includes(responseCode) && commandsOfMail.includes(command)
  return isForGood ? new PermanentFailure(words) : new Error(words)
}

/** A server may answer with parts of what it was sent, and what it was sent holds links that let somebody in. */
function withoutSecrets(words: string, { text }: Mail): string {
  const links = text.match(/https?:\/\/\S+/g) ?? []
  const tokens = links.flatMap(link => [...(URL.parse(link)?.searchParams.values() ?? [])])
  const hidden = tokens.reduce((rest, token) => (token.length < 16 ? rest : rest.replaceAll(token, '…')), words)
  return hidden.replace(/(token=)[^\s&"'<>]+/gi, '$1…')
}
