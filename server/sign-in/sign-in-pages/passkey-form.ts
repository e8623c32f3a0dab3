// The form that submits a passkey. It is shown only in browsers that run its script (pages/passkeys.js).

import type { FormCall } from '../../accounts/sessions/index.ts'
import { type Html, hidden, html } from '../../platform/pages/index.ts'
import { secondFactorMessages } from './second-factor-messages.ts'

interface PasskeyForm {
  readonly action: string
  readonly label: string
  /** The options for the browser; null if there are no passkeys to use. */
  readonly options: object | null
  readonly next: string
  /** Whether the browser suggests passkeys in the field for the email address. */
  readonly isAutofilled?: boolean
}

export function passkeyForm(call: FormCall, { action, label, options, next, isAutofilled }: PasskeyForm): Html | null {
  if (!options) return null
  const messages = secondFactorMessages[call.language]
  return html`<form class="page-passkey" method="post" action="${action}" data-passkey="${JSON.stringify(options)}"${isAutofilled && html` data-autofill`} hidden>
${hidden('csrf', call.browser.csrf)}${hidden('next', next)}${hidden('passkey', '')}
<button class="button button-secondary page-button" type="submit">${label}</button>
<p class="text-field-fault" role="alert" hidden>${messages.passkeyNotUsed}</p>
</form>`
}
