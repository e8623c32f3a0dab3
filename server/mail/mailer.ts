// The mailer that the settings ask for. The packages it needs are loaded with the first mail.

import { join } from 'node:path'
import { folderMailer } from './folder-mailer.ts'
import type { Mailer } from './mail.ts'
import { readMailbox, readSmtpUrl } from './mail-settings.ts'

export interface MailSettings {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly dataDir: string
}

export function openMailer({ smtpUrl, mailFrom, dataDir }: MailSettings): Mailer {
  const from = readMailbox(mailFrom)
  if (!from) throw new Error('MAIL_FROM must be an address, or a name and an address in angle brackets')
  if (smtpUrl === undefined) return folderMailer(mailFolder(dataDir), from)
  const server = readSmtpUrl(smtpUrl)
  if (!server) throw new Error('SMTP_URL must be an address like smtp://user:password@host:587')
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

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= act()
    return made
  }
}
