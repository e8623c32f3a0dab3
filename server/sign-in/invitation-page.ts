// The page on which somebody accepts an invitation, for those who are new, known, and signed in already.

import type { PageReply } from '../page.ts'
import { document } from '../pages/document.ts'
import { type Faults, faultSummary, field, hidden, submit } from '../pages/form-parts.ts'
import { type Html, html } from '../pages/html.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { newPasswordField } from './new-password.ts'

export interface Invited {
  readonly way: 'new' | 'known' | 'signed in'
  readonly email: string
  readonly organization: string
}

interface Filled {
  readonly faults?: Faults
  readonly first_name?: string
  readonly last_name?: string
}

export function invitationPage({ visit, query }: FormCall, invited: Invited, filled: Filled = {}): PageReply {
  const { faults = {} } = filled
  const { says, fields, button } = looks[invited.way]
  const body = html`${faultSummary(faults)}
<p class="page-text">You are invited to <strong>${invited.organization}</strong>. ${says}</p>
<form class="page-form" method="post" action="/invitation?token=${query.get('token')}">
${hidden('csrf', visit.csrf)}
${fields(invited, filled, faults)}
${submit(button)}
</form>`
  const title = `Join ${invited.organization}`
  return { status: Object.keys(faults).length > 0 ? 400 : 200, html: document({ title, body }) }
}

interface Look {
  readonly says: string
  readonly fields: (invited: Invited, filled: Filled, faults: Faults) => Html
  readonly button: string
}

const looks: Record<Invited['way'], Look> = {
  new: { says: 'Tell us your name and choose a password.', fields: newFields, button: 'Accept and begin' },
  known: { says: 'Sign in to accept.', fields: knownFields, button: 'Sign in and accept' },
  'signed in': { says: '', fields: () => html``, button: 'Accept' },
}

function newFields({ email }: Invited, { first_name, last_name }: Filled, faults: Faults): Html {
  const named = { maxLength: 255 }
  const first = { name: 'first_name', label: 'First name', autocomplete: 'given-name', value: first_name, ...named }
  const last = { name: 'last_name', label: 'Last name', autocomplete: 'family-name', value: last_name, ...named }
  return html`${emailField(email)}${field(first, faults, { isFirst: true })}${field(last, faults)}${field(newPasswordField('Password'), faults)}`
}

function knownFields({ email }: Invited, _filled: Filled, faults: Faults): Html {
  const password = { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' } as const
  return html`${emailField(email)}${field(password, faults, { isFirst: true })}
<p class="page-links"><a href="/forgot-password">Forgot your password?</a></p>`
}

const emailField = (email: string): Html =>
  field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, isReadOnly: true })
