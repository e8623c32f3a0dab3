// Accepting an invitation: a new user chooses a name and a password, a user with an account signs in.

import { Problem } from '@tessera/contract'
import { findUserById, lockUser, type UserRow, updateUserDetails } from '../../accounts/identity/index.ts'
import { consumeLink, findMailedLink, type MailedLinkRow, voidOtherLinks } from '../../accounts/mailed-links/index.ts'
import { hashPassword } from '../../accounts/passwords/index.ts'
import { endUnprotectedSessions, hasSecondFactor, mustHaveSecondFactor } from '../../accounts/second-factors/index.ts'
import { type FormCall, formRoutes } from '../../accounts/sessions/index.ts'
import { acceptInvitation, findInvitation } from '../../organization/index.ts'
import { messagePage, type PageContext, type PageReply, type PageRoute } from '../../platform/pages/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { type InvitedUser, invitationPage } from './invitation-page.ts'
import { passwordError } from './password-rules.ts'
import { signIn } from './sign-in.ts'
import { type SignInMessages, signInMessages } from './sign-in-messages.ts'
import { requirePasswordSignIn, type SignInDependencies } from './sign-in-methods.ts'
import { refusal, refusedReply } from './sign-in-routes.ts'

export const invitationRoutes = (dependencies: SignInDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path: '/invitation',
    show: async call => {
      const found = await findOpenInvitation(dependencies.db, call)
      return found ? invitationPage(dependencies.methods, call, found) : voidInvitation(call)
    },
    submit: async call => {
      const found = await findOpenInvitation(dependencies.db, call)
      if (found && found.mode !== 'signed in') requirePasswordSignIn(call, dependencies.methods)
      return found ? await acceptors[found.mode](dependencies, call, found) : voidInvitation(call)
    },
  })

type OpenInvitation = InvitedUser & { readonly link: MailedLinkRow; readonly user: UserRow }

async function findOpenInvitation(db: Database, { query, now, browser }: FormCall): Promise<OpenInvitation | null> {
  const link = await findMailedLink(db.read, 'invitation', query.get('token') ?? '', now)
  const user = link && (await findUserById(db.read, link.user_id))
  if (!link || !user || user.locked_at !== null || user.archived === 1) return null
  const invitation = await findInvitation(db.read, keyOf(link))
  if (!invitation) return null
  const mode = browser.session?.user_id === user.id ? 'signed in' : user.password_hash === null ? 'new' : 'known'
  return { link, user, mode, email: user.email, organization: invitation.organization }
}

const keyOf = ({ organization_id, user_id }: MailedLinkRow) => ({ organization_id: organization_id as number, user_id })

const acceptors = { new: acceptAsNew, known: acceptWithPassword, 'signed in': acceptSignedIn }

async function acceptAsNew(
  { db, publicUrl, methods }: SignInDependencies,
  call: FormCall,
  open: OpenInvitation,
): Promise<PageReply> {
  const field = (name: string) => (call.form.get(name) ?? '').trim()
  const [first_name, last_name, password] = [field('first_name'), field('last_name'), call.form.get('password') ?? '']
  const messages = signInMessages[call.language]
  const weakness = passwordError(messages, password, open.email)
  const errors = {
    ...nameError(messages, 'first_name', first_name),
    ...nameError(messages, 'last_name', last_name),
    ...(weakness && { password: weakness }),
  }
  if (Object.keys(errors).length > 0) return invitationPage(methods, call, open, { errors, first_name, last_name })
  const password_hash = await hashPassword(password)
  return await db.write(async tx => {
    await accept(tx, open, call)
    await lockUser(tx, open.user.id)
    const current = await findUserById(tx, open.user.id)
    // Another link may have been used in the meantime. This page must never replace an existing password.
    if (current?.password_hash !== null) throw invitationGone(call)
    await updateUserDetails(tx, open.user.id, { first_name, last_name, password_hash }, call.now)
    return await finishSignIn(tx, call, { user: open.user, publicUrl, next: '/' })
  })
}

function nameError(messages: SignInMessages, name: 'first_name' | 'last_name', value: string) {
  const [missing, tooLong] = messages.nameErrors[name]
  return value === '' ? { [name]: missing } : value.length > 255 ? { [name]: tooLong } : {}
}

async function acceptWithPassword(
  dependencies: SignInDependencies,
  call: FormCall,
  open: OpenInvitation,
): Promise<PageReply> {
  const credentials = { email: open.email, password: call.form.get('password') ?? '' }
  const { publicUrl, methods } = dependencies
  const result = await signIn(dependencies, credentials, call, async (tx, user) => {
    // Without the second factor the user's identity is not certain yet: they return to this page after it.
    if (await hasSecondFactor(tx, user)) return await finishSignIn(tx, call, { user, publicUrl, next: call.url })
    await accept(tx, open, call)
    return await finishSignIn(tx, call, { user, publicUrl, next: '/' })
  })
  if ('reply' in result) return result.reply
  return { ...invitationPage(methods, call, open, { errors: refusal(call, result) }), ...refusedReply(result) }
}

async function acceptSignedIn(
  { db, publicUrl }: SignInDependencies,
  call: FormCall,
  open: OpenInvitation,
): Promise<PageReply> {
  return await db.write(async tx => {
    await lockUser(tx, open.user.id)
    await accept(tx, open, call)
    if (!(await mustHaveSecondFactor(tx, open.user.id))) return { redirect: '/' }
    const ended = await endUnprotectedSessions(tx, { user_id: open.user.id }, call.now)
    if (!ended.includes(call.browser.session?.grant_id ?? '')) return { redirect: '/' }
    // The organization requires a second factor: they set it up before they continue.
    return await finishSignIn(tx, call, { user: open.user, publicUrl, next: '/' })
  })
}

async function accept(tx: Tx, { link }: OpenInvitation, call: FormCall): Promise<void> {
  const { now } = call
  if (!(await consumeLink(tx, link.hash, now)) || !(await acceptInvitation(tx, keyOf(link), now)))
    throw invitationGone(call)
  await voidOtherLinks(tx, link)
}

const invitationGone = ({ language }: PageContext) =>
  new Problem('BadRequest', signInMessages[language].voidInvitationText)

function voidInvitation(context: PageContext): PageReply {
  const messages = signInMessages[context.language]
  return { status: 410, html: messagePage(context, messages.voidInvitation, messages.voidInvitationText) }
}
