// The page that asks for the second factor after a password: a code, a recovery code or a passkey.

import {
  acceptCode,
  acceptPasskey,
  authenticationOptions,
  hasTotp,
  listPasskeys,
  verifyPasskey,
} from '../../accounts/second-factors/index.ts'
import { type FormCall, formRoutes } from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  hidden,
  html,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import { type SignInMethod, secondFactorPath, setUpPath, startSignedIn } from './finish-sign-in.ts'
import { passkeyForm } from './passkey-form.ts'
import { completeSignIn, type FoundSignIn, findPendingSignIn } from './pending-sign-in.ts'
import { secondFactorMessages } from './second-factor-messages.ts'
import type { FactorDependencies } from './sign-in-methods.ts'
import { refusal, refusedReply } from './sign-in-routes.ts'

export const secondFactorRoutes = (dependencies: FactorDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path: secondFactorPath,
    show: async call => {
      const pending = await findPendingSignIn(dependencies.db.read, call)
      if (!pending) return expired(call)
      return pending.hasFactor ? await factorPage(dependencies, call, pending) : { redirect: setUpPath }
    },
    submit: call => submitFactor(dependencies, call),
  })

export const expired = ({ browser }: FormCall): PageReply => ({
  redirect: browser.session ? '/' : '/sign-in?expired',
})

async function submitFactor(dependencies: FactorDependencies, call: FormCall): Promise<PageReply> {
  const { db, publicUrl, sealedSecrets, challengeKey } = dependencies
  const { now } = call
  const { browserKey } = call.browser
  const messages = secondFactorMessages[call.language]
  const pending = await findPendingSignIn(db.read, call)
  if (!pending?.hasFactor) return expired(call)
  const [code, passkey] = [call.form.get('code') ?? '', call.form.get('passkey') ?? '']
  if (code.trim() === '' && passkey === '')
    return { ...(await factorPage(dependencies, call, pending, { code: messages.enterCode })), status: 400 }
  const proof = passkey && (await verifyPasskey(db.read, passkey, { publicUrl, challengeKey, browserKey, now }))
  const result = await completeSignIn(db, call, pending, async (tx, { user, next }) => {
    const accepted = proof
      ? proof.passkey.user_id === user.id && (await acceptPasskey(tx, proof, now)) && 'passkey'
      : await acceptCode(tx, user, { code, sealedSecrets, now })
    if (!accepted) return null
    const cookies = await startSignedIn(tx, call, { user, publicUrl, method: methods[accepted] })
    return { redirect: next, cookies }
  })
  if (!result) return expired(call)
  if ('reply' in result) return result.reply
  const wrong = { code: passkey === '' ? messages.wrongCode : messages.passkeyNotUsed }
  const errors = result.refused === 'wrong' ? wrong : refusal(call, result)
  return { ...(await factorPage(dependencies, call, pending, errors)), ...refusedReply(result) }
}

const methods: Record<'totp' | 'recovery_code' | 'passkey', SignInMethod> = {
  totp: 'password and code',
  recovery_code: 'password and recovery code',
  passkey: 'password and passkey',
}

async function factorPage(
  { db, publicUrl, challengeKey }: FactorDependencies,
  call: FormCall,
  { user }: FoundSignIn,
  errors: FieldErrors = {},
): Promise<PageReply> {
  const messages = secondFactorMessages[call.language]
  const { now } = call
  const { browserKey } = call.browser
  const passkeys = await listPasskeys(db.read, user.id)
  const options = await authenticationOptions({ publicUrl, challengeKey, browserKey, now }, passkeys)
  const [label, hint] = hasTotp(user)
    ? [messages.code, messages.codeHint]
    : [messages.recoveryCode, messages.recoveryHint]
  const code = { name: 'code', label, hint, autocomplete: 'one-time-code', maxLength: 64 }
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.lead}</p>
${passkeyForm(call, { action: secondFactorPath, label: messages.usePasskey, options, next: '' })}
<form class="page-form" method="post" action="${secondFactorPath}">
${hidden('csrf', call.browser.csrf)}
${field(code, errors, { isFirst: true })}
${submit(messages.continue)}
</form>
<p class="page-links"><a href="/sign-in">${messages.otherAccount}</a></p>`
  return { hasScript: true, html: document(call, { title: messages.title, body, usesPasskeys: true }) }
}
