// Reads the mail that the server under test has saved, and waits for mail that has not arrived yet.

import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { findSavedMail, listSavedMail, type SavedMail } from '../accounts/mail/folder-mailer.ts'
import { mailFolder } from '../accounts/mail/mailer.ts'
import { maxWaitMs } from './until.ts'

export interface ReceivedMail extends SavedMail {
  /** The distinct URLs in the text. */
  readonly links: readonly string[]
}

export interface Mailbox {
  /** The next mail to the address that was not returned before; with `subject`, the next with that subject. */
  mailTo(address: string, subject?: RegExp): Promise<ReceivedMail>
  /** All mail to the address so far, oldest first. */
  listMailTo(address: string): Promise<ReceivedMail[]>
}

export function mailbox(dataDir: string): Mailbox {
  const folder = mailFolder(dataDir)
  const taken = new Set<string>()
  const parsed = new Map<string, SavedMail>()

  const listMailTo = async (address: string) => {
    const names = (await listSavedMail(folder)).reverse()
    for (const name of names) {
      const mail = parsed.get(name) ?? (await findSavedMail(folder, name))
      if (mail) parsed.set(name, mail)
    }
    return [...parsed.values()].filter(mail => mail.to.toLowerCase() === address.toLowerCase()).map(withLinks)
  }

  const take = async (address: string, subject: RegExp) => {
    const mails = await listMailTo(address)
    const next = mails.find(mail => !taken.has(mail.name) && subject.test(mail.subject))
    if (next) taken.add(next.name)
    return next
  }

  return {
    listMailTo,
    async mailTo(address, subject = /^/) {
      await mkdir(folder, { recursive: true })
      // The watch starts before the first read, so that no mail is missed in between.
      const changes = changesOf(folder)
      try {
        for (;;) {
          const found = await take(address, subject)
          if (found) return found
          await changes.next(`no mail came to ${address}`)
        }
      } finally {
        changes.close()
      }
    },
  }
}

const withLinks = (mail: SavedMail): ReceivedMail => ({
  ...mail,
  links: [...new Set(mail.text.match(/https?:\/\/\S+/g) ?? [])],
})

function changesOf(folder: string) {
  let change = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  const watcher = watch(folder, () => change.resolve())
  const timer = setTimeout(() => late.resolve(), maxWaitMs)
  return {
    async next(complaint: string) {
      await Promise.race([change.promise, late.promise.then(() => Promise.reject(new Error(complaint)))])
      change = Promise.withResolvers<void>()
    },
    close() {
      watcher.close()
      clearTimeout(timer)
    },
  }
}
