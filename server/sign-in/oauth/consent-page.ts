// The consent page: the user decides whether an application may act for them.

import type { Scope } from '@tessera/contract'
import { document, type Html, hidden, html, type PageContext, type PageReply } from '../../platform/pages/index.ts'
import type { ApplicationRow } from '../applications/application-store.ts'
import { isLoopback } from '../applications/redirect-uris.ts'
import { type ConsentWords, consentWords } from './consent-words.ts'
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
  const words = consentWords[context.language]
  const { application, owner, redirect_uri, user, action, csrf } = consent
  const [before, of, then, asks] = words.asks
  const byOwner = owner && html`${of}<strong>${nameOf(owner)}</strong>${then}`
  const body = html`<p class="page-text">${before}<strong>${application.name}</strong>${byOwner}${asks}</p>
<ul class="page-list">${permissionsOf(words, consent).map(one => html`<li>${one}</li>`)}</ul>
${
  consent.isForAgents
    ? html`<p class="page-text">${words.agents}</p>
`
    : ''
}${warningOf(words, consent)}${resultOf(words, consent)}
<form class="page-form" method="post" action="${action}">
${hidden('csrf', csrf)}
<div class="page-choice">
<button class="button button-secondary" type="submit" name="decision" value="deny">${words.deny}</button>
<button class="button button-primary" type="submit" name="decision" value="allow">${words.allow}</button>
</div>
</form>`
  const foot = html`<span>${words.signedInAs(user.email)}</span>
<form method="post" action="/sign-out">${hidden('csrf', csrf)}${hidden('next', action)}<button class="button" type="submit">${words.notYou}</button></form>`
  return {
    html: document(context, { title: words.title(application.name), body, foot }),
    ...(redirect_uri === null ? {} : { formTargets: formTargetsOf(redirect_uri) }),
  }
}

const permissionsOf = (words: ConsentWords, { scope, organization }: Consent): Html[] => [
  ...scope.split(' ').map(one => html`${words.permissions[one as Scope]}`),
  ...(organization
    ? [html`${words.staysConnected[0]}<strong>${organization.name}</strong>${words.staysConnected[1]}`]
    : []),
]

/** Nobody vouches for the name of an application that registered itself: its host is all that is known about it. */
function warningOf(words: ConsentWords, consent: Consent): Html | '' {
  const { application, redirect_uri, device } = consent
  const { client_id, source } = application
  if (device) return deviceWarning(words, source, device)
  if (redirect_uri === null || source === 'owner' || source === 'builtin') return ''
  const [before, after] = source === 'document' ? words.describedBy : words.registeredItself
  const host = source === 'document' ? new URL(client_id).host : destinationOf(words, redirect_uri)
  return html`<p class="page-notice">${before}<strong>${host}</strong>${after}</p>
`
}

/**
 * A code can be sent to another person, so every request of a device shows a warning: this is what fraud would look
 * like.
 */
function deviceWarning(
  words: ConsentWords,
  source: ApplicationRow['source'],
  { user_code, address }: NonNullable<Consent['device']>,
): Html {
  const unverified = source === 'owner' || source === 'builtin' ? '' : words.unverified
  const [before, then, after] = words.fromDevice
  return html`<p class="page-notice">${unverified}${before}<strong>${user_code}</strong>${then}<strong>${address}</strong>${after}</p>
`
}

const resultOf = (words: ConsentWords, { redirect_uri }: Consent): Html =>
  redirect_uri === null
    ? html`<p class="page-text">${words.removeAnyTime}</p>`
    : html`<p class="page-text">${words.back[0]}<strong>${destinationOf(words, redirect_uri)}</strong>${words.back[1]}</p>`

const nameOf = ({ first_name, last_name, email }: NonNullable<Consent['owner']>) =>
  `${first_name} ${last_name}`.trim() || email

/** Something that a person can recognize: the host, this device, or the scheme of an app on it. */
function destinationOf(words: ConsentWords, redirect_uri: string): string {
  const { host, hostname, protocol } = new URL(redirect_uri)
  if (protocol === 'http:' && isLoopback(hostname)) return words.thisDevice(host)
  return host || protocol
}
