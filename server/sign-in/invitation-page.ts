// The page on which somebody accepts an invitation, for those who are new, known, and signed in already.

import { document } from '../pages/document.ts'
import { errorSummary, type FieldErrors, field, hidden, submit } from '../pages/form-parts.ts'
import { type Html, html } from '../pages/html.ts'
import type { PageReply } from '../pages/page.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { newPasswordField } from './new-password.ts'
import { type SignInWords, signInWords } from './sign-in-words.ts'

export interface Invited {
  readonly way: 'new' | 'known' | 'signed in'
  readonly email: string
  readonly organization: string
}

interface Filled {
  readonly faults?: FieldErrors
  readonly first_name?: string
  readonly last_name?: string
}

export function invitationPage(call: FormCall, invited: Invited, filled: Filled = {}): PageReply {
  const words = signInWords[call.language]
  const { faults = {} } = filled
  const [says, button] = words.invitedAs[invited.way]
  const body = html`${errorSummary(faults)}
<p class="page-text">${words.invited[0]}<strong>${invited.organization}</strong>${words.invited[1]} ${says}</p>
<form class="page-form" method="post" action="/invitation?token=${call.query.get('token')}">
${hidden('csrf', call.visit.csrf)}
${fieldsFor[invited.way](words, invited, filled)}
${submit(button as string)}
</form>`
  const title = words.join(invited.organization)
  return { status: Object.keys(faults).length > 0 ? 400 : 200, html: document(call, { title, body }) }
}

type Fields = (words: SignInWords, invited: Invited, filled: Filled) => Html

const fieldsFor: Record<Invited['way'], Fields> = { new: newFields, known: knownFields, 'signed in': () => html`` }

function newFields(words: SignInWords, { email }: Invited, { first_name, last_name, faults }: Filled): Html {
  const named = { maxLength: 255 }
  const first = { name: 'first_name', label: words.firstName, autocomplete: 'given-name', value: first_name, ...named }
  const last = { name: 'last_name', label: words.lastName, autocomplete: 'family-name', value: last_name, ...named }
  const password = newPasswordField(words, words.password)
  return html`${emailField(words, email)}${field(first, faults, { isFirst: true })}${field(last, faults)}${field(password, faults)}`
}

function knownFields(words: SignInWords, { email }: Invited, { faults }: Filled): Html {
  const password = {
    name: 'password',
    label: words.password,
    type: 'password',
    autocomplete: 'current-password',
  } as const
  return html`${emailField(words, email)}${field(password, faults, { isFirst: true })}
<p class="page-links"><a href="/forgot-password">${words.forgot}</a></p>`
}

const emailField = (words: SignInWords, email: string): Html =>
  field({ name: 'email', label: words.email, type: 'email', autocomplete: 'username', value: email, isReadOnly: true })
