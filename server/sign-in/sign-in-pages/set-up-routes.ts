// The page for users of an organization that requires a second factor: they set up an authenticator app before their
// session starts.

import { renderSVG } from 'uqr'
import { updateUser } from '../../accounts/identity/index.ts'
import {
  findTotpStep,
  hasSecondFactor,
  recordFactorAdded,
  totpSecretFrom,
  totpUrl,
} from '../../accounts/second-factors/index.ts'
import { type FormCall, formRoutes } from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  Html,
  hidden,
  html,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import { secondFactorPath, setUpPath, startSignedIn } from './finish-sign-in.ts'
import { completeSignIn, type FoundSignIn, findPendingSignIn } from './pending-sign-in.ts'
import { secondFactorMessages } from './second-factor-messages.ts'
import { expired } from './second-factor-routes.ts'
import type { FactorDependencies } from './sign-in-methods.ts'
import { refusal, refusedReply } from './sign-in-routes.ts'

export const setUpRoutes = (dependencies: FactorDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path: setUpPath,
    show: async call => {
      const pending = await findPendingSignIn(dependencies.db.read, call)
      if (!pending) return expired(call)
      return pending.hasFactor ? { redirect: secondFactorPath } : setUpPage(call, pending)
    },
    submit: call => submitSetUp(dependencies, call),
  })

async function submitSetUp({ db, publicUrl, sealedSecrets }: FactorDependencies, call: FormCall): Promise<PageReply> {
  const { now } = call
  const pending = await findPendingSignIn(db.read, call)
  if (!pending || pending.hasFactor) return expired(call)
  const code = call.form.get('code') ?? ''
  const result = await completeSignIn(db, call, pending, async (tx, { user, next }) => {
    const secret = totpSecretFrom(call.browser.browserKey)
    const step = findTotpStep(secret, code, now)
    // Another browser may have set one up meanwhile, which must not be replaced.
    if (step === null || (await hasSecondFactor(tx, user))) return null
    const totp_secret = sealedSecrets.seal(secret, 'totp-secret')
    await updateUser(tx, user.id, { totp_secret, totp_enabled_at: now, totp_last_step: step })
    const codes = await recordFactorAdded(tx, user, 'totp_added', now)
    const cookies = await startSignedIn(tx, call, { user, publicUrl, method: 'password and code' })
    return { ...codesPage(call, codes, next), cookies }
  })
  if (!result) return expired(call)
  if ('reply' in result) return result.reply
  const errors =
    result.refused === 'wrong' ? { code: secondFactorMessages[call.language].wrongCode } : refusal(call, result)
  return { ...setUpPage(call, pending, errors), ...refusedReply(result) }
}

function setUpPage(call: FormCall, { user }: FoundSignIn, errors: FieldErrors = {}): PageReply {
  const secret = totpSecretFrom(call.browser.browserKey)
  const messages = secondFactorMessages[call.language]
  const code = {
    name: 'code',
    label: messages.firstCode,
    hint: messages.firstCodeHint,
    autocomplete: 'one-time-code',
    maxLength: 16,
  }
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.setUpLead}</p>
<div class="page-qr-code" role="img" aria-label="${messages.qrCode}">${new Html(renderSVG(totpUrl(secret, user.email)))}</div>
<p class="page-text">${messages.typeSecret} <code class="page-secret">${inGroups(secret)}</code></p>
<form class="page-form" method="post" action="${setUpPath}">
${hidden('csrf', call.browser.csrf)}
${field(code, errors, { isFirst: true })}
${submit(messages.turnOn)}
</form>
<p class="page-links"><a href="/sign-in">${messages.otherAccount}</a></p>`
  return { html: document(call, { title: messages.setUp, body }) }
}

/** The session has started: the user can only leave the page by its link. */
function codesPage(call: FormCall, codes: readonly string[], next: string): PageReply {
  const messages = secondFactorMessages[call.language]
  const body = html`<p class="page-text">${messages.saveCodesLead}</p>
<ol class="page-codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ol>
<p><a class="button button-primary page-button" href="${next}">${messages.savedCodes}</a></p>`
  return { html: document({ ...call, url: '/' }, { title: messages.saveCodes, body }) }
}

const inGroups = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ')
