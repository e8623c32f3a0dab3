// The jobs that send mail, one per kind of mail. The facts are read when the mail is sent, and secret links are created
// then. If the reason for a mail is gone, it is not sent.

import type { Language } from '@tessera/contract/languages'
import type { Job, JobHandler, JobHandlers, JobName } from '../../platform/jobs/index.ts'
import type { Database, Reader, Tx } from '../../platform/sql/index.ts'
import { lockUser } from '../identity/index.ts'
import { createEmailLink, createInvitationLink, createPasswordLink } from '../mailed-links/index.ts'
import { displayName, type Mailer } from './mail.ts'
import { type MailContent, renderMailHtml, renderMailText } from './mail-content.ts'
import {
  findComment,
  findGuestAwaitingApproval,
  findLanguage,
  findPendingEmail,
  findPendingInvitation,
  findPersonName,
  findPublishState,
  findRecipient,
  findSuspendedListener,
  findWorkspaceMembership,
  type Recipient,
} from './mail-store.ts'
import type { MailTexts } from './mail-texts.ts'
import { mailTextsByLanguage } from './mail-texts-by-language.ts'

export interface MailDependencies {
  readonly db: Database
  readonly mailer: Mailer
  readonly publicUrl: string
  /** False if people sign in at a single sign-on provider only: nobody is asked for a new password. */
  readonly hasPasswordSignIn: boolean
  /** Finds the people with these addresses who may be notified that a comment mentions them. */
  readonly findMentioned: (db: Reader, workspace_id: number, emails: readonly string[]) => Promise<readonly unknown[]>
}

type MailJob = Extract<JobName, `send-${string}`>

/** The content of the mail, or null if there is no longer a reason to send it. */
type Compose<Name extends MailJob> = (
  dependencies: MailDependencies & { readonly texts: MailTexts },
  job: Job<Name>,
  to: Recipient,
) => Promise<MailContent | null>

export function mailJobHandlers(dependencies: MailDependencies): Pick<JobHandlers, MailJob> {
  return {
    'send-invitation': mailJob(dependencies, composeInvitation),
    'send-workspace-invitation': mailJob(dependencies, composeWorkspaceInvitation),
    'send-mention': mailJob(dependencies, composeMention),
    'send-password-link': mailJob(dependencies, composePasswordLink),
    'send-password-changed': mailJob(dependencies, composePasswordChanged),
    'send-identity-linked': mailJob(dependencies, composeIdentityLinked),
    'send-email-confirmation': mailJob(dependencies, composeEmailConfirmation),
    'send-email-requested': mailJob(dependencies, composeEmailRequested),
    'send-email-changed': mailJob(dependencies, composeEmailChanged),
    'send-second-factor-changed': mailJob(dependencies, composeSecondFactorChanged),
    'send-new-device': mailJob(dependencies, composeNewDevice),
    'send-credentials-created': mailJob(dependencies, composeCredentialsCreated),
    'send-approval-request': mailJob(dependencies, composeApprovalRequest),
    'send-published': mailJob(dependencies, composePublished),
    'send-publishing-failed': mailJob(dependencies, composePublishingFailed),
    'send-unpublishing-failed': mailJob(dependencies, composeUnpublishingFailed),
    'send-listener-suspended': mailJob(dependencies, composeListenerSuspended),
  }
}

const mailJob =
  <Name extends MailJob>(dependencies: MailDependencies, compose: Compose<Name>): JobHandler<Name> =>
  async (job, signal) => {
    const payload: Payload = job.payload
    const to = await findRecipient(dependencies.db.read, payload.recipient_id ?? payload.user_id)
    if (!to) return
    const language = await languageFor(dependencies.db, to, payload)
    const content = await compose({ ...dependencies, texts: mailTextsByLanguage[language] }, job, to)
    if (!content) return
    const mail = {
      id: `job-${job.id}.${Date.parse(job.created_at)}`,
      to: { name: displayName(to), address: payload.old_email ?? payload.new_email ?? to.email },
      subject: content.subject,
      text: renderMailText(content),
      html: renderMailHtml(content, language),
    }
    await dependencies.mailer.send(mail, signal)
  }

interface Payload {
  readonly user_id: number
  readonly recipient_id?: number
  /** Overrides the user's address. */
  readonly old_email?: string
  readonly new_email?: string
  readonly invited_by?: number
}

/** The recipient's language; if they have never signed in, that of the person who invites them. */
async function languageFor(db: Database, to: Recipient, { invited_by }: Payload): Promise<Language> {
  if (to.language !== null || invited_by === undefined) return to.language ?? 'en'
  return (await findLanguage(db.read, invited_by)) ?? 'en'
}

const composeInvitation: Compose<'send-invitation'> = async (
  { db, publicUrl, hasPasswordSignIn, texts },
  { payload },
  to,
) => {
  const found = await findPendingInvitation(db.read, payload)
  if (!found) return null
  const { user_id, organization_id } = payload
  const path = await createLink(db, to, (tx, now) => createInvitationLink(tx, user_id, organization_id, now))
  return texts.invitation({
    organization: found.organization,
    inviter: await findPersonName(db.read, payload.invited_by),
    hasAccount: found.password_hash !== null || !hasPasswordSignIn,
    url: publicUrl + path,
  })
}

const composeWorkspaceInvitation: Compose<'send-workspace-invitation'> = async (
  { db, publicUrl, texts },
  { payload },
) => {
  const found = await findWorkspaceMembership(db.read, payload)
  if (!found) return null
  const inviter = await findPersonName(db.read, payload.invited_by)
  return texts.workspace({ ...found, inviter, url: `${publicUrl}/w/${found.uid}` })
}

/** The mail is not sent to people who have lost access or turned these mails off. */
const composeMention: Compose<'send-mention'> = async ({ db, publicUrl, findMentioned, texts }, { payload }, to) => {
  const found = await findComment(db.read, payload)
  const [mentioned] = await findMentioned(db.read, payload.workspace_id, [to.email_key])
  if (!found || !mentioned) return null
  return texts.mention({ ...found, author: found, url: `${publicUrl}/w/${found.uid}#${payload.comment_id}` })
}

const composePasswordLink: Compose<'send-password-link'> = async ({ db, publicUrl, texts }, _job, to) => {
  const path = await createLink(db, to, (tx, now) => createPasswordLink(tx, to.id, now))
  return texts.passwordLink({ email: to.email, url: publicUrl + path })
}

/** Changing an email address voids the existing links. A link for the previous address must not be created after that. */
const createLink = (db: Database, to: Recipient, make: (tx: Tx, now: string) => Promise<string>): Promise<string> =>
  db.write(async tx => {
    await lockUser(tx, to.id)
    const current = await findRecipient(tx, to.id)
    if (current?.email !== to.email) throw new Error('the email address was changed meanwhile')
    return await make(tx, new Date().toISOString())
  })

const composePasswordChanged: Compose<'send-password-changed'> = async (
  { publicUrl, texts },
  { created_at },
  { email },
) => texts.passwordChanged({ email, at: created_at, url: `${publicUrl}/forgot-password` })

const composeIdentityLinked: Compose<'send-identity-linked'> = async (
  { publicUrl, texts },
  { payload, created_at },
  { email },
) => texts.identityLinked({ email, provider: payload.provider, at: created_at, url: `${publicUrl}/account` })

/** The mail is not sent if the change was cancelled, or another address was requested. */
const composeEmailConfirmation: Compose<'send-email-confirmation'> = async (
  { db, publicUrl, texts },
  { payload },
  { id, email },
) => {
  const { new_email } = payload
  const path = await db.write(async tx => {
    await lockUser(tx, id)
    const isPending = (await findPendingEmail(tx, id)) === new_email
    return isPending ? await createEmailLink(tx, id, new_email, new Date().toISOString()) : null
  })
  return path === null ? null : texts.emailConfirmation({ oldEmail: email, newEmail: new_email, url: publicUrl + path })
}

const composeEmailRequested: Compose<'send-email-requested'> = async ({ publicUrl, texts }, { payload, created_at }) =>
  texts.emailRequested({
    oldEmail: payload.old_email,
    newEmail: payload.new_email,
    at: created_at,
    url: `${publicUrl}/account`,
  })

const composeEmailChanged: Compose<'send-email-changed'> = async ({ texts }, { payload, created_at }, { email }) =>
  texts.emailChanged({ oldEmail: payload.old_email, newEmail: email, at: created_at })

const composeSecondFactorChanged: Compose<'send-second-factor-changed'> = async (
  { publicUrl, texts },
  { payload, created_at },
  { email },
) => texts.secondFactorChanged({ email, change: payload.change, at: created_at, url: `${publicUrl}/account#security` })

const composeNewDevice: Compose<'send-new-device'> = async ({ publicUrl, texts }, { payload, created_at }, { email }) =>
  texts.newDevice({ ...payload, email, at: created_at, url: `${publicUrl}/account#security` })

const composeCredentialsCreated: Compose<'send-credentials-created'> = async (
  { publicUrl, texts },
  { payload, created_at },
  { email },
) => {
  const { created_with: createdWith, ...facts } = payload
  const page = facts.parts.includes('token') ? 'tokens' : 'applications'
  return texts.credentialsCreated({
    ...facts,
    createdWith,
    email,
    at: created_at,
    url: `${publicUrl}/developers#${page}`,
  })
}

const composeApprovalRequest: Compose<'send-approval-request'> = async ({ db, publicUrl, texts }, { payload }) => {
  const guest = await findGuestAwaitingApproval(db.read, payload)
  if (!guest) return null
  const inviter = await findPersonName(db.read, payload.invited_by)
  const url = `${publicUrl}/organizations/${payload.organization_id}`
  return texts.approval({ organization: guest.organization, guest, inviter, url })
}

/** The mail is not sent if the workspace was unpublished in the meantime. */
const composePublished: Compose<'send-published'> = async ({ db, publicUrl, texts }, { payload }) => {
  const found = await findPublishState(db.read, payload.workspace_id)
  if (!found || found.publish_state === 'unpublishing' || found.publish_state === 'unpublished') return null
  return texts.published({ workspace: found.name, url: `${publicUrl}/view/${found.uid}` })
}

const composePublishingFailed: Compose<'send-publishing-failed'> = async ({ db, publicUrl, texts }, { payload }) => {
  const found = await findPublishState(db.read, payload.workspace_id)
  if (!found) return null
  const { name: workspace, uid, publish_state } = found
  const isShown = publish_state === 'published'
  return texts.publishingFailed({ workspace, reason: payload.reason, isShown, url: `${publicUrl}/w/${uid}` })
}

const composeUnpublishingFailed: Compose<'send-unpublishing-failed'> = async (
  { db, publicUrl, texts },
  { payload },
) => {
  const found = await findPublishState(db.read, payload.workspace_id)
  if (!found) return null
  const { name: workspace, uid } = found
  return texts.unpublishingFailed({ workspace, reason: payload.reason, url: `${publicUrl}/w/${uid}` })
}

/** The mail is not sent if the listener was resumed, or deleted with its workspace. */
const composeListenerSuspended: Compose<'send-listener-suspended'> = async ({ db, publicUrl, texts }, { payload }) => {
  const found = await findSuspendedListener(db.read, payload.listener_id)
  return found ? texts.listenerSuspended({ ...found, page: `${publicUrl}/listeners` }) : null
}
