// Mail without a mail server: saves every mail as a file that any mail program can open, with names that sort by time. The
// mails contain sign-in links, so only the operator may read them.

import { constants } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Mailbox } from '../../platform/config/index.ts'
import { newObjectId } from '../../tools/index.ts'
import type { Mailer } from './mail.ts'
import { buildMessage } from './mail-message.ts'

const extension = '.eml'

export const folderMailer = (folder: string, from: Mailbox): Mailer => ({
  async send(mail) {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const text = plainPart('text/plain', mail.text)
    const html = plainPart('text/html', mail.html)
    const { message } = await transport.sendMail({ ...buildMessage(mail, from), text, html, date: new Date() })
    await save(folder, message as Buffer)
  },
  async check() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return `saved in ${resolve(folder)}`
  },
  close: async () => {},
})

/** Avoids a transfer encoding if possible, so that links can be read and searched for in the file itself. */
function plainPart(type: string, content: string): string | { raw: string } {
  const lines = content.split(/\r?\n/)
  if (lines.some(line => line.length > 900)) return content
  const head = [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit', '', '']
  return { raw: [...head, ...lines].join('\r\n') }
}

async function save(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${newObjectId()}${extension}`
  const partial = join(folder, `${name}.partial`)
  const file = await open(partial, 'wx', 0o600)
  try {
    await file.writeFile(message)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, join(folder, name))
  await syncFolder(folder)
}

// The file name is part of the folder: without this sync a power cut could lose it.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** File names, newest first. */
export async function listSavedMail(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter(name => name.endsWith(extension))
    .sort()
    .reverse()
}

export interface SavedMail {
  readonly name: string
  readonly to: string
  readonly subject: string
  /** ISO 8601. */
  readonly date: string
  readonly text: string
  readonly html: string
}

/** Returns null if there is no such mail. */
export async function findSavedMail(folder: string, name: string): Promise<SavedMail | null> {
  if (!/^[\w-]+\.eml$/.test(name)) return null
  const content = await readFile(join(folder, name)).catch(() => null)
  if (!content) return null
  const { default: PostalMime } = await import('postal-mime')
  const { to = [], subject = '', date = '', text = '', html = '' } = await PostalMime.parse(content)
  return { name, to: to.map(({ address }) => address ?? '').join(', '), subject, date, text, html }
}
