// Account recovery by the operator: `tessera user --reset` prints a link for a user who has lost every other way to
// sign in. It works even if passwords are turned off, removes the lost factors, and signs the user in.

import { clearFailuresOf } from '../../accounts/attempts/index.ts'
import { revokeGrantsOfUser } from '../../accounts/grants/index.ts'
import { lockUser, type UserRow, updateUserDetails } from '../../accounts/identity/index.ts'
import { enqueuePasswordChanged } from '../../accounts/mail/index.ts'
import { consumeLink, voidOtherLinks } from '../../accounts/mailed-links/index.ts'
import { hashPassword } from '../../accounts/passwords/index.ts'
import { type FormCall, formRoutes } from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  hidden,
  html,
  messagePage,
  type PageContext,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { findLinkedAccount } from './linked-account.ts'
import { newPasswordField, passwordError } from './password-rules.ts'
import { signInMessages } from './sign-in-messages.ts'
import type { SignInDependencies } from './sign-in-methods.ts'

export interface RecoveryDependencies extends SignInDependencies {
  /** Removes second factors and links to providers. */
  readonly removeFactors: (tx: Tx, user_id: number) => Promise<void>
}

export const recoveryRoutes = (dependencies: RecoveryDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path: '/recover',
    show: async call => {
      const found = await findLinkedAccount(dependencies.db, 'recovery', call)
      return found ? recoveryPage(dependencies, call, found.user) : voidRecovery(call)
    },
    submit: call => submitRecovery(dependencies, call),
  })

async function submitRecovery(dependencies: RecoveryDependencies, call: FormCall): Promise<PageReply> {
  const { db, publicUrl, methods, removeFactors } = dependencies
  const found = await findLinkedAccount(db, 'recovery', call)
  if (!found) return voidRecovery(call)
  const { link, user } = found
  const password = call.form.get('password') ?? ''
  const weakness = methods.hasPassword ? passwordError(signInMessages[call.language], password, user.email) : null
  if (weakness) return recoveryPage(dependencies, call, user, { password: weakness })
  const password_hash = methods.hasPassword ? await hashPassword(password) : undefined
  const reply = await db.write(async tx => {
    if (!(await consumeLink(tx, link.hash, call.now))) return null
    await voidOtherLinks(tx, link)
    await lockUser(tx, user.id)
    await updateUserDetails(tx, user.id, { password_hash }, call.now)
    await revokeGrantsOfUser(tx, user.id, call.now)
    await removeFactors(tx, user.id)
    await clearFailuresOf(tx, user.email)
    if (password_hash !== undefined) await enqueuePasswordChanged(tx, user.id, call.now)
    return await finishSignIn(tx, call, { user, publicUrl, next: '/' })
  })
  return reply ?? voidRecovery(call)
}

function voidRecovery(context: PageContext): PageReply {
  const messages = signInMessages[context.language]
  return { status: 410, html: messagePage(context, messages.voidLink, messages.voidRecoveryText) }
}

function recoveryPage(
  { methods }: RecoveryDependencies,
  call: FormCall,
  user: UserRow,
  errors: FieldErrors = {},
): PageReply {
  const messages = signInMessages[call.language]
  const body = html`${errorSummary(errors)}
<p class="page-text">${methods.hasPassword ? messages.recoverWithPassword : messages.recoverWithout}</p>
<form class="page-form" method="post" action="/recover?token=${call.query.get('token')}">
${hidden('csrf', call.browser.csrf)}
${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: user.email, isReadOnly: true })}
${methods.hasPassword && field(newPasswordField(messages, messages.newPassword), errors, { isFirst: true })}
${submit(messages.signIn)}
</form>`
  const status = Object.keys(errors).length > 0 ? 400 : 200
  return { status, html: document(call, { title: messages.recover, body }) }
}
