// The page to accept an invitation, for new users, for users with an account, and for those already signed in.

import type { FormCall } from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  type Html,
  hidden,
  html,
  type PageReply,
  submit,
} from '../../platform/pages/index.ts'
import { newPasswordField } from './password-rules.ts'
import { providerButton, type SignInMethods } from './sign-in-methods.ts'
import { type SignInWords, signInWords } from './sign-in-words.ts'

export interface Invited {
  readonly mode: 'new' | 'known' | 'signed in'
  readonly email: string
  readonly organization: string
}

interface FormValues {
  readonly errors?: FieldErrors
  readonly first_name?: string
  readonly last_name?: string
}

export function invitationPage(
  methods: SignInMethods,
  call: FormCall,
  invited: Invited,
  values: FormValues = {},
): PageReply {
  const words = signInWords[call.language]
  const { errors = {} } = values
  const path = `/invitation?${new URLSearchParams({ token: call.query.get('token') ?? '' })}`
  const [withPassword, button] = words.invitedAs[invited.mode]
  const hasForm = methods.hasPassword || invited.mode === 'signed in'
  const text = hasForm ? withPassword : words.inviteeSignIn(methods.provider?.name ?? '')
  const body = html`${errorSummary(errors)}
<p class="page-text">${words.invited[0]}<strong>${invited.organization}</strong>${words.invited[1]} ${text}</p>
${
  hasForm &&
  html`<form class="page-form" method="post" action="${path}">
${hidden('csrf', call.browser.csrf)}
${fieldsFor[invited.mode](words, invited, values)}
${submit(button as string)}
</form>`
}
${invited.mode !== 'signed in' && providerButton(call, methods, invited.mode === 'new' ? '/' : path)}`
  const title = words.join(invited.organization)
  return { status: Object.keys(errors).length > 0 ? 400 : 200, html: document(call, { title, body }) }
}

type Fields = (words: SignInWords, invited: Invited, values: FormValues) => Html

const fieldsFor: Record<Invited['mode'], Fields> = { new: newFields, known: knownFields, 'signed in': () => html`` }

function newFields(words: SignInWords, { email }: Invited, { first_name, last_name, errors }: FormValues): Html {
  const limits = { maxLength: 255 }
  const first = { name: 'first_name', label: words.firstName, autocomplete: 'given-name', value: first_name, ...limits }
  const last = { name: 'last_name', label: words.lastName, autocomplete: 'family-name', value: last_name, ...limits }
  const password = newPasswordField(words, words.password)
  return html`${emailField(words, email)}${field(first, errors, { isFirst: true })}${field(last, errors)}${field(password, errors)}`
}

function knownFields(words: SignInWords, { email }: Invited, { errors }: FormValues): Html {
  const password = {
    name: 'password',
    label: words.password,
    type: 'password',
    autocomplete: 'current-password',
  } as const
  return html`${emailField(words, email)}${field(password, errors, { isFirst: true })}
<p class="page-links"><a href="/forgot-password">${words.forgot}</a></p>`
}

const emailField = (words: SignInWords, email: string): Html =>
  field({ name: 'email', label: words.email, type: 'email', autocomplete: 'username', value: email, isReadOnly: true })
