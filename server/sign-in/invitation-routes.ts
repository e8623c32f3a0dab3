// Accepting an invitation: who is new chooses a name and a password, who has an account signs in with it.

import { Problem } from '@tessera/contract'
import type { Database, Tx } from '../db/database.ts'
import { type MailedLinkRow, useLink, voidOtherLinks } from '../identity/mailed-link-store.ts'
import { findMailedLink } from '../identity/mailed-links.ts'
import { hashPassword } from '../identity/password.ts'
import { changeUser } from '../identity/people.ts'
import { findUserById, lockUser, type UserRow } from '../identity/user-store.ts'
import { acceptInvitation, findInvitation } from '../organizations/accept-invitation.ts'
import { messagePage } from '../pages/error-page.ts'
import type { PageContext, PageReply, PageRoute } from '../pages/page.ts'
import { type FormCall, formRoutes } from '../sessions/form-routes.ts'
import { type SessionParts, sessionCookie } from '../sessions/visit.ts'
import { type Invited, invitationPage } from './invitation-page.ts'
import { passwordFault } from './new-password.ts'
import { beginSession, signIn } from './sign-in.ts'
import { refusal, refusedReply } from './sign-in-routes.ts'
import { type SignInWords, signInWords } from './sign-in-words.ts'

export const invitationRoutes = (parts: SessionParts): PageRoute[] =>
  formRoutes(parts, {
    path: '/invitation',
    show: async call => {
      const found = await findOpen(parts.db, call)
      return found ? invitationPage(call, found) : voidInvitation(call)
    },
    submit: async call => {
      const found = await findOpen(parts.db, call)
      return found ? await ways[found.way](parts, call, found) : voidInvitation(call)
    },
  })

type Open = Invited & { readonly link: MailedLinkRow; readonly user: UserRow }

async function findOpen(db: Database, { query, now, visit }: FormCall): Promise<Open | null> {
  const link = await findMailedLink(db.read, 'invitation', query.get('token') ?? '', now)
  const user = link && (await findUserById(db.read, link.user_id))
  if (!link || !user || user.locked_at !== null || user.archived === 1) return null
  const invitation = await findInvitation(db.read, keyOf(link))
  if (!invitation) return null
  const way = user.password_hash === null ? 'new' : visit.session?.user_id === user.id ? 'signed in' : 'known'
  return { link, user, way, email: user.email, organization: invitation.organization }
}

const keyOf = ({ organization_id, user_id }: MailedLinkRow) => ({ organization_id: organization_id as number, user_id })

const ways = { new: acceptAsNew, known: acceptWithPassword, 'signed in': acceptSignedIn }

async function acceptAsNew({ db, publicUrl }: SessionParts, call: FormCall, open: Open): Promise<PageReply> {
  const given = (name: string) => (call.form.get(name) ?? '').trim()
  const [first_name, last_name, password] = [given('first_name'), given('last_name'), call.form.get('password') ?? '']
  const words = signInWords[call.language]
  const fault = passwordFault(words, password, open.email)
  const faults = {
    ...nameFault(words, 'first_name', first_name),
    ...nameFault(words, 'last_name', last_name),
    ...(fault && { password: fault }),
  }
  if (Object.keys(faults).length > 0) return invitationPage(call, open, { faults, first_name, last_name })
  const password_hash = await hashPassword(password)
  const secret = await db.write(async tx => {
    await accept(tx, open, call)
    await lockUser(tx, open.user.id)
    const current = await findUserById(tx, open.user.id)
    // Somebody else may have used another link in the meantime: an account's password is not replaced here.
    if (current?.password_hash !== null) throw gone(call)
    await changeUser(tx, open.user.id, { first_name, last_name, password_hash }, call.now)
    return await beginSession(tx, open.user.id, call)
  })
  return { redirect: '/', cookies: [sessionCookie(publicUrl, secret)] }
}

function nameFault(words: SignInWords, name: 'first_name' | 'last_name', value: string) {
  const [missing, tooLong] = words.nameFaults[name]
  return value === '' ? { [name]: missing } : value.length > 255 ? { [name]: tooLong } : {}
}

async function acceptWithPassword({ db, publicUrl }: SessionParts, call: FormCall, open: Open): Promise<PageReply> {
  const credentials = { email: open.email, password: call.form.get('password') ?? '' }
  const result = await signIn(db, credentials, call, tx => accept(tx, open, call))
  if ('refused' in result)
    return { ...invitationPage(call, open, { faults: refusal(call, result) }), ...refusedReply(result) }
  return { redirect: '/', cookies: [sessionCookie(publicUrl, result.secret)] }
}

async function acceptSignedIn({ db }: SessionParts, call: FormCall, open: Open): Promise<PageReply> {
  await db.write(tx => accept(tx, open, call))
  return { redirect: '/' }
}

async function accept(tx: Tx, { link }: Open, call: FormCall): Promise<void> {
  const { now } = call
  if (!(await useLink(tx, link.hash, now)) || !(await acceptInvitation(tx, keyOf(link), now))) throw gone(call)
  await voidOtherLinks(tx, link)
}

const gone = ({ language }: PageContext) => new Problem('BadRequest', signInWords[language].voidInvitationText)

function voidInvitation(context: PageContext): PageReply {
  const words = signInWords[context.language]
  return { status: 410, html: messagePage(context, words.voidInvitation, words.voidInvitationText) }
}
