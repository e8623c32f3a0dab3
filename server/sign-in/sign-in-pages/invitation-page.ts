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
import { type SignInMessages, signInMessages } from './sign-in-messages.ts'
import { providerButton, type SignInMethods } from './sign-in-methods.ts'

export interface InvitedUser {
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
  invited: InvitedUser,
  values: FormValues = {},
): PageReply {
  const messages = signInMessages[call.language]
  const { errors = {} } = values
  const path = `/invitation?${new URLSearchParams({ token: call.query.get('token') ?? '' })}`
  const [withPassword, button] = messages.invitedAs[invited.mode]
  const hasForm = methods.hasPassword || invited.mode === 'signed in'
  const text = hasForm ? withPassword : messages.inviteeSignIn(methods.provider?.name ?? '')
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.invited[0]}<strong>${invited.organization}</strong>${messages.invited[1]} ${text}</p>
${
  hasForm &&
  html`<form class="page-form" method="post" action="${path}">
${hidden('csrf', call.browser.csrf)}
${fieldsFor[invited.mode](messages, invited, values)}
${submit(button as string)}
</form>`
}
${invited.mode !== 'signed in' && providerButton(call, methods, invited.mode === 'new' ? '/' : path)}`
  const title = messages.join(invited.organization)
  return { status: Object.keys(errors).length > 0 ? 400 : 200, html: document(call, { title, body }) }
}

type Fields = (messages: SignInMessages, invited: InvitedUser, values: FormValues) => Html

const fieldsFor: Record<InvitedUser['mode'], Fields> = { new: newFields, known: knownFields, 'signed in': () => html`` }

function newFields(
  messages: SignInMessages,
  { email }: InvitedUser,
  { first_name, last_name, errors }: FormValues,
): Html {
  const limits = { maxLength: 255 }
  const first = {
    name: 'first_name',
    label: messages.firstName,
    autocomplete: 'given-name',
    value: first_name,
    ...limits,
  }
  const last = { name: 'last_name', label: messages.lastName, autocomplete: 'family-name', value: last_name, ...limits }
  const password = newPasswordField(messages, messages.password)
  return html`${emailField(messages, email)}${field(first, errors, { isFirst: true })}${field(last, errors)}${field(password, errors)}`
}

function knownFields(messages: SignInMessages, { email }: InvitedUser, { errors }: FormValues): Html {
  const password = {
    name: 'password',
    label: messages.password,
    type: 'password',
    autocomplete: 'current-password',
  } as const
  return html`${emailField(messages, email)}${field(password, errors, { isFirst: true })}
<p class="page-links"><a href="/forgot-password">${messages.forgot}</a></p>`
}

const emailField = (messages: SignInMessages, email: string): Html =>
  field({
    name: 'email',
    label: messages.email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    isReadOnly: true,
  })
