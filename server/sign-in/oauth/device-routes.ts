// The page where a person enters the code that a program without a browser shows, and decides (RFC 8628, 3.3). Wrong
// codes are limited for each person and address. Each code is decided once.

import { beginAttempt, cancelAttempt, deviceCodeLimits } from '../../accounts/attempts/index.ts'
import { type DeviceCodeRow, findDeviceCode, lockDeviceCode, updateDeviceCode } from '../../accounts/grants/index.ts'
import { findUserById, lockUser, recordAccountAudit, type UserRow } from '../../accounts/identity/index.ts'
import {
  type FormCall,
  formRoutes,
  isStillSignedIn,
  type SessionDependencies,
  type SignedInSession,
} from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  field,
  hidden,
  html,
  messagePage,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import { type ApplicationRow, findApplication } from '../applications/application-store.ts'
import { recordApplicationUse } from '../applications/application-use.ts'
import { findWhitelistingState } from '../applications/whitelisting-rule.ts'
import { consentMessages } from './consent-messages.ts'
import { consentPage } from './consent-page.ts'
import { deviceMessages } from './device-messages.ts'
import { devicePath, readUserCode } from './request-device-code.ts'

export const deviceRoutes = (dependencies: SessionDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path: devicePath,
    show: async call => {
      const typed = call.query.get('user_code') ?? ''
      const { session } = call.browser
      if (!session) return signInFirst(typed)
      return typed === '' ? entryPage(call) : await consent(dependencies, call, session, typed)
    },
    submit: async call => {
      const typed = call.form.get('user_code') ?? ''
      const { session } = call.browser
      if (!session) return signInFirst(typed)
      const decision = call.form.get('decision')
      if (decision === 'allow' || decision === 'deny') return await decide(dependencies, call, session, decision)
      return { redirect: pathFor(typed) }
    },
  })

const pathFor = (typed: string) =>
  typed === '' ? devicePath : `${devicePath}?${new URLSearchParams({ user_code: typed })}`

const signInFirst = (typed: string): PageReply => ({
  redirect: `/sign-in?${new URLSearchParams({ next: pathFor(typed) })}`,
})

function entryPage(call: FormCall, { error, typed }: { error?: string; typed?: string } = {}): PageReply {
  const messages = deviceMessages[call.language]
  const errors: Record<string, string> = error === undefined ? {} : { user_code: error }
  const code = {
    name: 'user_code',
    label: messages.code,
    hint: messages.codeHint,
    autocomplete: 'off',
    maxLength: 32,
    value: typed,
  }
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.lead}</p>
<form class="page-form" method="post" action="${devicePath}">
${hidden('csrf', call.browser.csrf)}
${field(code, errors, { isFirst: true })}
${submit(messages.continue)}
</form>`
  return { html: document(call, { title: messages.title, body }) }
}

interface DeviceRequest {
  readonly code: DeviceCodeRow
  readonly user_code: string
  readonly application: ApplicationRow
}

/** Returns the request behind the code, or the page that says why the code cannot be used. */
async function findDeviceRequest(
  db: Database,
  call: FormCall,
  { user_id }: SignedInSession,
  typed: string,
): Promise<DeviceRequest | PageReply> {
  const messages = deviceMessages[call.language]
  const attempt = await beginAttempt(db, deviceCodeLimits(user_id, call.address), call.now)
  if (!attempt.isAllowed) {
    const { retryAfterSeconds: wait } = attempt
    const page = entryPage(call, { error: messages.throttled(Math.ceil(wait / 60)), typed })
    return { ...page, status: 429, headers: { 'retry-after': String(wait) } }
  }
  const user_code = readUserCode(typed)
  const code = user_code === null ? undefined : await findDeviceCode(db.read, hashSecret(user_code))
  const application = code && (await findApplication(db.read, code.client_id))
  if (user_code === null || !application || !isOpen(code, call.now))
    return { ...entryPage(call, { error: messages.unknown, typed }), status: 400 }
  await db.write(tx => cancelAttempt(tx, attempt))
  const { refusedBy } = await findWhitelistingState(db.read, user_id, application.client_id)
  if (refusedBy === null) return { code, user_code, application }
  const { notManager, notWhitelistedText } = consentMessages[call.language]
  return { status: 403, html: messagePage(call, notManager, notWhitelistedText(application.name, refusedBy)) }
}

const isOpen = ({ state, expires_at }: DeviceCodeRow, now: string): boolean => state === 'waiting' && expires_at > now

async function consent(
  { db, publicUrl }: SessionDependencies,
  call: FormCall,
  session: SignedInSession,
  typed: string,
): Promise<PageReply> {
  const asked = await findDeviceRequest(db, call, session, typed)
  if (!('code' in asked)) return asked
  const { code, user_code, application } = asked
  return consentPage(call, {
    application,
    owner: application.user_id === null ? undefined : await findUserById(db.read, application.user_id),
    organization: null,
    scope: code.scope,
    isForAgents: code.resource === `${publicUrl}/mcp`,
    redirect_uri: null,
    device: { user_code, address: code.address },
    user: session,
    action: pathFor(user_code),
    csrf: call.browser.csrf,
  })
}

async function decide(
  { db }: SessionDependencies,
  call: FormCall,
  session: SignedInSession,
  decision: 'allow' | 'deny',
): Promise<PageReply> {
  const { now } = call
  const messages = deviceMessages[call.language]
  const typed = call.query.get('user_code') ?? ''
  const asked = await findDeviceRequest(db, call, session, typed)
  if (!('code' in asked)) return asked
  const { code, application } = asked
  const reply = await db.write(async (tx): Promise<PageReply | null> => {
    await lockUser(tx, session.user_id)
    if (!(await isStillSignedIn(tx, session, now))) return signInFirst(typed)
    // Read again under the lock: another person may have decided, or the application may have been deleted.
    const current = await lockDeviceCode(tx, code.hash)
    if (!current || !isOpen(current, now))
      return { ...entryPage(call, { error: messages.unknown, typed }), status: 400 }
    await record(tx, current, { application, user_id: session.user_id, decision, now })
    return null
  })
  if (reply) return reply
  await recordApplicationUse(db, application, now)
  const [title, text] =
    decision === 'allow' ? [messages.allowed, messages.allowedText] : [messages.denied, messages.deniedText]
  return { html: messagePage(call, title, text(application.name)) }
}

interface Decision {
  readonly application: ApplicationRow
  readonly user_id: number
  readonly decision: 'allow' | 'deny'
  readonly now: string
}

async function record(tx: Tx, code: DeviceCodeRow, { application, user_id, decision, now }: Decision): Promise<void> {
  await updateDeviceCode(tx, code.hash, { state: decision === 'allow' ? 'allowed' : 'denied', user_id })
  if (decision === 'deny') return
  const subject = { type: 'application', id: application.client_id, name: application.name } as const
  const user = (await findUserById(tx, user_id)) as UserRow
  await recordAccountAudit(tx, user, { action: 'APPLICATION_AUTHORIZED', subject, now })
}
