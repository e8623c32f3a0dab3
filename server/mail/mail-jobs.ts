// The jobs that send a mail, one each. What a mail says is asked when it is sent, and the secret of a link is made then;
// where there is no longer a reason for it, none is sent.

import type { Language } from '@tessera/contract/languages'
import type { Database, Tx } from '../db/database.ts'
import { createInvitationLink, createPasswordLink } from '../identity/mailed-links.ts'
import { lockUser } from '../identity/user-store.ts'
import type { Job, JobHandler, JobHandlers, JobName } from '../jobs/job.ts'
import { findMentioned } from '../records/comment-store.ts'
import { type Mailer, displayName } from './mail.ts'
import { type MailContent, renderMailHtml, renderMailText } from './mail-content.ts'
import {
  findWorkspaceMembership,
  findComment,
  findPendingInvitation,
  findLanguage,
  findPersonName,
  findPublishState,
  findRecipient,
  findSuspendedListener,
  findGuestAwaitingApproval,
  type Recipient,
} from './mail-store.ts'
import type { MailTexts } from './mail-texts.ts'
import { mailTextsByLanguage } from './mail-texts-by-language.ts'

export interface MailDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly publicUrl: string
}

type MailJob = Extract<JobName, `send-${string}`>

/** The letter to somebody, or null where there is nothing to tell them any more. */
type Write<Name extends MailJob> = (
  parts: MailDependencies & { readonly letters: MailTexts },
  job: Job<Name>,
  to: Recipient,
) => Promise<MailContent | null>

export function mailJobHandlers(parts: MailDependencies): Pick<JobHandlers, MailJob> {
  return {
    'send-invitation': sends(parts, writeInvitation),
    'send-workspace-invitation': sends(parts, writeWorkspaceInvitation),
    'send-mention': sends(parts, writeMention),
    'send-password-link': sends(parts, writePasswordLink),
    'send-password-changed': sends(parts, writePasswordChanged),
    'send-email-changed': sends(parts, writeEmailChanged),
    'send-approval-request': sends(parts, writeApprovalRequest),
    'send-published': sends(parts, writePublished),
    'send-publishing-failed': sends(parts, writePublishingFailed),
    'send-unpublishing-failed': sends(parts, writeUnpublishingFailed),
    'send-listener-suspended': sends(parts, writeListenerSuspended),
  }
}

const sends =
  <Name extends MailJob>(parts: MailDependencies, write: Write<Name>): JobHandler<Name> =>
  async (job, signal) => {
    const payload: Payload = job.payload
    const to = await findRecipient(parts.db.read, payload.recipient_id ?? payload.user_id)
    if (!to) return
    const language = await languageFor(parts.db, to, payload)
    const letter = await write({ ...parts, letters: mailTextsByLanguage[language] }, job, to)
    if (!letter) return
    const mail = {
      id: `job-${job.id}.${Date.parse(job.created_at)}`,
      to: { name: displayName(to), address: payload.old_email ?? to.email },
      subject: letter.subject,
      text: renderMailText(letter),
      html: renderMailHtml(letter, language),
    }
    await parts.mailer.send(mail, signal)
  }

interface Payload {
  readonly user_id: number
  readonly recipient_id?: number
  readonly old_email?: string
  readonly invited_by?: number
}

/** Their own; of who invites them, where they have not been here yet. */
async function languageFor(db: Database, to: Recipient, { invited_by }: Payload): Promise<Language> {
  if (to.language !== null || invited_by === undefined) return to.language ?? 'en'
  return (await findLanguage(db.read, invited_by)) ?? 'en'
}

const writeInvitation: Write<'send-invitation'> = async ({ db, publicUrl, letters }, { payload }, to) => {
  const found = await findPendingInvitation(db.read, payload)
  if (!found) return null
  const { user_id, organization_id } = payload
  const path = await linkTo(db, to, (tx, now) => createInvitationLink(tx, user_id, organization_id, now))
  return letters.invitation({
    organization: found.organization,
    inviter: await findPersonName(db.read, payload.invited_by),
    hasAccount: found.password_hash !== null,
    url: publicUrl + path,
  })
}

const writeWorkspaceInvitation: Write<'send-workspace-invitation'> = async (
  { db, publicUrl, letters },
  { payload },
) => {
  const found = await findWorkspaceMembership(db.read, payload)
  if (!found) return null
  const inviter = await findPersonName(db.read, payload.invited_by)
  return letters.workspace({ ...found, inviter, url: `${publicUrl}/w/${found.uid}` })
}

/** Not to who has lost their access since, or wants no such mail. */
const writeMention: Write<'send-mention'> = async ({ db, publicUrl, letters }, { payload }, to) => {
  const found = await findComment(db.read, payload)
  const [mentioned] = await findMentioned(db.read, payload.workspace_id, [to.email_key])
  if (!found || !mentioned) return null
  return letters.mention({ ...found, author: found, url: `${publicUrl}/w/${found.uid}` })
}

const writePasswordLink: Write<'send-password-link'> = async ({ db, publicUrl, letters }, _job, to) => {
  const path = await linkTo(db, to, (tx, now) => createPasswordLink(tx, to.id, now))
  return letters.passwordLink({ email: to.email, url: publicUrl + path })
}

/** A change of the address voids the links there are: one that goes to the address before must not be made after it. */
const linkTo = (db: Database, to: Recipient, make: (tx: Tx, now: string) => Promise<string>): Promise<string> =>
  db.write(async tx => {
    await lockUser(tx, to.id)
    const current = await findRecipient(tx, to.id)
    if (current?.email !== to.email) throw new Error('the address was changed meanwhile')
    return await make(tx, new Date().toISOString())
  })

const writePasswordChanged: Write<'send-password-changed'> = async (
  { publicUrl, letters },
  { created_at },
  { email },
) => letters.passwordChanged({ email, at: created_at, url: `${publicUrl}/forgot-password` })

const writeEmailChanged: Write<'send-email-changed'> = async ({ letters }, { payload, created_at }, { email }) =>
  letters.emailChanged({ oldEmail: payload.old_email, newEmail: email, at: created_at })

const writeApprovalRequest: Write<'send-approval-request'> = async ({ db, publicUrl, letters }, { payload }) => {
  const guest = await findGuestAwaitingApproval(db.read, payload)
  if (!guest) return null
  const inviter = await findPersonName(db.read, payload.invited_by)
  const url = `${publicUrl}/organizations/${payload.organization_id}`
  return letters.approval({ organization: guest.organization, guest, inviter, url })
}

/** Not where it was taken back in the meantime. */
const writePublished: Write<'send-published'> = async ({ db, publicUrl, letters }, { payload }) => {
  const found = await findPublishState(db.read, payload.workspace_id)
  if (!found || found.publish_state === 'unpublishing' || found.publish_state === 'unpublished') return null
  return letters.published({ workspace: found.name, url: `${publicUrl}/view/${found.uid}` })
}

const writePublishingFailed: Write<'send-publishing-failed'> = async ({ db, publicUrl, letters }, { payload }) => {
  const found = await findPublishState(db.read, payload.workspace_id)
  if (!found) return null
  const { name: workspace, uid, publish_state } = found
  const isShown = publish_state === 'published'
  return letters.publishingFailed({ workspace, reason: payload.reason, isShown, url: `${publicUrl}/w/${uid}` })
}

const writeUnpublishingFailed: Write<'send-unpublishing-failed'> = async ({ db, publicUrl, letters }, { payload }) => {
  const found = await findPublishState(db.read, payload.workspace_id)
  if (!found) return null
  const { name: workspace, uid } = found
  return letters.unpublishingFailed({ workspace, reason: payload.reason, url: `${publicUrl}/w/${uid}` })
}

/** Not where it was resumed, or is gone with its workspace. */
const writeListenerSuspended: Write<'send-listener-suspended'> = async ({ db, publicUrl, letters }, { payload }) => {
  const found = await findSuspendedListener(db.read, payload.listener_id)
  return found ? letters.listenerSuspended({ ...found, page: `${publicUrl}/listeners` }) : null
}
