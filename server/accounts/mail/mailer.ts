// Opens the mailer that the settings select. The packages it needs are loaded with the first mail.

import { join } from 'node:path'
import { readMailbox, readSmtpUrl } from '../../platform/config/index.ts'
import { folderMailer } from './folder-mailer.ts'
import type { Mailer } from './mail.ts'

export interface MailSettings {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly dataDir: string
}

export function openMailer({ smtpUrl, mailFrom, dataDir }: MailSettings): Mailer {
  const from = readMailbox(mailFrom)
  if (!from) throw new Error('MAIL_FROM must be an email address, or a name and an email address in angle brackets')
  if (smtpUrl === undefined) return folderMailer(mailFolder(dataDir), from)
  const server = readSmtpUrl(smtpUrl)
  if (!server) throw new Error('SMTP_URL must be a URL such as smtp://user:password@host:587')
  const opened = once(async () => (await import('./smtp-mailer.ts')).smtpMailer(server, from))
  let isUsed = false
  const use = () => {
    isUsed = true
    return opened()
  }
  return {
    send: async (mail, signal) => (await use()).send(mail, signal),
    check: async () => (await use()).check(),
    close: async () => {
      if (isUsed) await (await opened()).close()
    },
  }
}

export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}
