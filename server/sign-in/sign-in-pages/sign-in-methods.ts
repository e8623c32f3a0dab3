// How people sign in on this server, by the operator's settings: with a password, at a single sign-on provider, or both.

import { Problem } from '@tessera/contract'
import type { SessionDependencies } from '../../accounts/sessions/index.ts'
import { type Html, html, type PageContext } from '../../platform/pages/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import { signInMessages } from './sign-in-messages.ts'

export interface SignInMethods {
  readonly hasPassword: boolean
  /** Null without single sign-on. */
  readonly provider: SingleSignOn | null
}

export interface SingleSignOn {
  readonly name: string
  /** The URL to sign out at the provider, too. Null if it has no such page or cannot be reached. */
  findEndSessionUrl(idToken: string): Promise<string | null>
}

export interface FactorDependencies extends SessionDependencies {
  readonly sealedSecrets: SealedSecrets
  /** Signs the challenges of passkeys. */
  readonly challengeKey: Uint8Array
}

export interface SignInDependencies extends FactorDependencies {
  readonly methods: SignInMethods
}

export const providerPath = (next: string): string =>
  next === '/' ? '/sign-in/oidc' : `/sign-in/oidc?${new URLSearchParams({ next })}`

/** A link is used, not a form: the policy of the page allows forms to lead to this server only. */
export function providerButton(
  { language }: PageContext,
  { provider, hasPassword }: SignInMethods,
  next: string,
): Html {
  if (!provider) return html``
  const messages = signInMessages[language]
  const style = hasPassword ? 'button button-secondary page-button' : 'button button-primary page-button'
  return html`${hasPassword && html`<p class="page-or">${messages.or}</p>`}
<a class="${style}" href="${providerPath(next)}">${messages.signInWith(provider.name)}</a>`
}

/** The pages about passwords respond with 404 if nobody signs in with one. */
export function requirePasswordSignIn({ language }: PageContext, { hasPassword }: SignInMethods): void {
  if (!hasPassword) throw new Problem('ResourceNotFound', signInMessages[language].noPasswords)
}
