// A mail in the form that nodemailer takes. Every text that came from a person is cut to one line here: nothing of it can
// begin another header, and nothing is read from files or addresses.

import type { SendMailOptions } from 'nodemailer'
import { PermanentFailure } from '../jobs/job.ts'
import { type Mail, type Mailbox, singleLine } from './mail.ts'

/** Stricter than what an account may have: quotes and lists of addresses are not for envelopes. */
const sendable = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\\p{Cc}]+$/u

export function buildMessage({ to, subject, text, html, id }: Mail, from: Mailbox): SendMailOptions {
  if (!sendable.test(to.address)) throw new PermanentFailure('no mail can be sent to this address')
  return {
    from: mailbox(from),
    to: mailbox(to),
    envelope: { from: from.address, to: [to.address] },
    subject: singleLine(subject).slice(0, 250),
    text,
    html,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    // No answers from machines, please.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const mailbox = ({ name, address }: Mailbox) => ({ name: singleLine(name).slice(0, 100), address })
