// The consent page: the user decides whether an application may act for them.

import type { Scope } from '@tessera/contract'
import { document, type Html, hidden, html, type PageContext, type PageReply } from '../../platform/pages/index.ts'
import type { ApplicationRow } from '../applications/application-store.ts'
import { isLoopback } from '../applications/redirect-uris.ts'
import { type ConsentMessages, consentMessages } from './consent-messages.ts'
import { formTargetsOf } from './redirect-back.ts'

export interface Consent {
  readonly application: ApplicationRow
  readonly owner: { readonly first_name: string; readonly last_name: string; readonly email: string } | undefined
  readonly organization: { readonly name: string } | null
  readonly scope: string
  /** True if the authorization is for the MCP endpoint. */
  readonly isForAgents: boolean
  /** Null if a program without a browser asks; `device` then says where. */
  readonly redirect_uri: string | null
  readonly device?: { readonly user_code: string; readonly address: string }
  readonly user: { readonly email: string }
  readonly action: string
  readonly csrf: string
}

export function consentPage(context: PageContext, consent: Consent): PageReply {
  const messages = consentMessages[context.language]
  const { application, owner, redirect_uri, user, action, csrf } = consent
  const [before, of, then, asks] = messages.asks
  const byOwner = owner && html`${of}<strong>${nameOf(owner)}</strong>${then}`
  const body = html`<p class="page-text">${before}<strong>${application.name}</strong>${byOwner}${asks}</p>
<ul class="page-list">${permissionsOf(messages, consent).map(one => html`<li>${one}</li>`)}</ul>
${
  consent.isForAgents
    ? html`<p class="page-text">${messages.agents}</p>
`
    : ''
}${warningOf(messages, consent)}${resultOf(messages, consent)}
<form class="page-form" method="post" action="${action}">
${hidden('csrf', csrf)}
<div class="page-choice">
<button class="button button-secondary" type="submit" name="decision" value="deny">${messages.deny}</button>
<button class="button button-primary" type="submit" name="decision" value="allow">${messages.allow}</button>
</div>
</form>`
  const foot = html`<span>${messages.signedInAs(user.email)}</span>
<form method="post" action="/sign-out">${hidden('csrf', csrf)}${hidden('next', action)}<button class="button" type="submit">${messages.notYou}</button></form>`
  return {
    html: document(context, { title: messages.title(application.name), body, foot }),
    ...(redirect_uri === null ? {} : { formTargets: formTargetsOf(redirect_uri) }),
  }
}

const permissionsOf = (messages: ConsentMessages, { scope, organization }: Consent): Html[] => [
  ...scope.split(' ').map(one => html`${messages.permissions[one as Scope]}`),
  ...(organization
    ? [html`${messages.staysConnected[0]}<strong>${organization.name}</strong>${messages.staysConnected[1]}`]
    : []),
]

/** Nobody vouches for the name of an application that registered itself: its host is all that is known about it. */
function warningOf(messages: ConsentMessages, consent: Consent): Html | '' {
  const { application, redirect_uri, device } = consent
  const { client_id, source } = application
  if (device) return deviceWarning(messages, source, device)
  if (redirect_uri === null || source === 'owner' || source === 'builtin') return ''
  const [before, after] = source === 'document' ? messages.describedBy : messages.registeredItself
  const host = source === 'document' ? new URL(client_id).host : destinationOf(messages, redirect_uri)
  return html`<p class="page-notice">${before}<strong>${host}</strong>${after}</p>
`
}

/**
 * A code can be sent to another person, so every request of a device shows a warning: this is what fraud would look
 * like.
 */
function deviceWarning(
  messages: ConsentMessages,
  source: ApplicationRow['source'],
  { user_code, address }: NonNullable<Consent['device']>,
): Html {
  const unverified = source === 'owner' || source === 'builtin' ? '' : messages.unverified
  const [before, then, after] = messages.fromDevice
  return html`<p class="page-notice">${unverified}${before}<strong>${user_code}</strong>${then}<strong>${address}</strong>${after}</p>
`
}

const resultOf = (messages: ConsentMessages, { redirect_uri }: Consent): Html =>
  redirect_uri === null
    ? html`<p class="page-text">${messages.removeAnyTime}</p>`
    : html`<p class="page-text">${messages.back[0]}<strong>${destinationOf(messages, redirect_uri)}</strong>${messages.back[1]}</p>`

const nameOf = ({ first_name, last_name, email }: NonNullable<Consent['owner']>) =>
  `${first_name} ${last_name}`.trim() || email

/** Something that a person can recognize: the host, this device, or the scheme of an app on it. */
function destinationOf(messages: ConsentMessages, redirect_uri: string): string {
  const { host, hostname, protocol } = new URL(redirect_uri)
  if (protocol === 'http:' && isLoopback(hostname)) return messages.thisDevice(host)
  return host || protocol
}
