// Converts a mail to nodemailer's options. Every text written by a person is reduced to one line, so that it cannot
// start another header, and nodemailer is not allowed to read files or URLs.

import type { SendMailOptions } from 'nodemailer'
import type { Mailbox } from '../../platform/config/index.ts'
import { PermanentFailure } from '../../platform/jobs/index.ts'
import { type Mail, singleLine } from './mail.ts'

/** Stricter than the addresses of accounts: no quotes and no lists of addresses. */
const sendable = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u

export function buildMessage({ to, subject, text, html, id }: Mail, from: Mailbox): SendMailOptions {
  if (!sendable.test(to.address)) throw new PermanentFailure('mail cannot be sent to this address')
  return {
    from: mailbox(from),
    to: mailbox(to),
    envelope: { from: from.address, to: [to.address] },
    subject: singleLine(subject).slice(0, 250),
    text,
    html,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    // Suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const mailbox = ({ name, address }: Mailbox) => ({ name: singleLine(name).slice(0, 100), address })
