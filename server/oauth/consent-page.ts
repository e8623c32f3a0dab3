// The page on which a person decides whether an application may act for them.

import type { ApplicationRow } from '../applications/find-application.ts'
import type { PageReply } from '../page.ts'
import { document } from '../pages/document.ts'
import { hidden } from '../pages/form-parts.ts'
import { type Html, html } from '../pages/html.ts'
import { formTargetsOf } from './redirect-back.ts'

export interface Consent {
  readonly application: ApplicationRow
  readonly owner: { readonly first_name: string; readonly last_name: string; readonly email: string } | undefined
  readonly organization: { readonly name: string } | null
  readonly redirect_uri: string
  readonly user: { readonly email: string }
  readonly action: string
  readonly csrf: string
}

export function consentPage(consent: Consent): PageReply {
  const { application, owner, organization, redirect_uri, user, action, csrf } = consent
  const name = html`<strong>${application.name}</strong>`
  const body = html`<p class="page-text">${name}${owner && html`, an application of <strong>${nameOf(owner)}</strong>,`} asks to act for you. If you allow it, it can:</p>
<ul class="page-list">${mayDo(organization).map(one => html`<li>${one}</li>`)}</ul>
<p class="page-text">You then go back to <strong>${placeOf(redirect_uri)}</strong>. You can take this back at any time in your account.</p>
<form class="page-form" method="post" action="${action}">
${hidden('csrf', csrf)}
<div class="page-choice">
<button class="button button-secondary" type="submit" name="decision" value="deny">Deny</button>
<button class="button button-primary" type="submit" name="decision" value="allow">Allow</button>
</div>
</form>`
  const foot = html`<span>Signed in as ${user.email}.</span>
<form method="post" action="/sign-out">${hidden('csrf', csrf)}${hidden('next', action)}<button class="button" type="submit">Not you?</button></form>`
  return {
    html: document({ title: `Allow ${application.name}?`, body, foot }),
    formTargets: formTargetsOf(redirect_uri),
  }
}

const mayDo = (organization: Consent['organization']): Html[] => [
  html`see your name, email address, organizations and workspaces`,
  html`add, change and delete everything you can in them, in your name`,
  ...(organization
    ? [
        html`stay connected, for you and for every member of <strong>${organization.name}</strong> who allows it: you decide this for the organization`,
      ]
    : []),
]

const nameOf = ({ first_name, last_name, email }: NonNullable<Consent['owner']>) =>
  `${first_name} ${last_name}`.trim() || email

/** What a person can recognise: the host, or for a program on their machine its scheme. */
function placeOf(redirect_uri: string): string {
  const { host, protocol } = new URL(redirect_uri)
  return host || protocol
}
