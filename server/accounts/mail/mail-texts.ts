// Every mail and the facts it contains. The texts are in one file per language.

import type { CredentialPart, PublishingFailureReason, SecondFactorChange } from '../../platform/jobs/index.ts'
import type { PersonName } from './mail.ts'
import type { MailContent } from './mail-content.ts'

export interface MailTexts {
  invitation(facts: { organization: string; inviter: PersonName | null; hasAccount: boolean; url: string }): MailContent
  workspace(facts: { workspace: string; organization: string; inviter: PersonName | null; url: string }): MailContent
  mention(facts: { workspace: string; author: PersonName; text: string; url: string }): MailContent
  published(facts: { workspace: string; url: string }): MailContent
  publishingFailed(facts: {
    workspace: string
    reason: PublishingFailureReason
    isShown: boolean
    url: string
  }): MailContent
  unpublishingFailed(facts: { workspace: string; reason: PublishingFailureReason; url: string }): MailContent
  passwordLink(facts: { email: string; url: string }): MailContent
  passwordChanged(facts: { email: string; at: string; url: string }): MailContent
  identityLinked(facts: { email: string; provider: string; at: string; url: string }): MailContent
  /** Sent to the new address. */
  emailConfirmation(facts: { oldEmail: string; newEmail: string; url: string }): MailContent
  /** Sent to the current address. `url` is the account page. */
  emailRequested(facts: { oldEmail: string; newEmail: string; at: string; url: string }): MailContent
  emailChanged(facts: { oldEmail: string; newEmail: string; at: string }): MailContent
  secondFactorChanged(facts: { email: string; change: SecondFactorChange; at: string; url: string }): MailContent
  newDevice(facts: {
    email: string
    browser: string | null
    system: string | null
    address: string
    at: string
    url: string
  }): MailContent
  /**
   * `title` is the name of the token or application, `createdWith` that of the token or application that created it; null
   * for a browser session.
   */
  credentialsCreated(facts: {
    email: string
    parts: readonly CredentialPart[]
    title: string
    scope: string
    createdWith: string | null
    at: string
    url: string
  }): MailContent
  approval(facts: { organization: string; guest: PersonName; inviter: PersonName | null; url: string }): MailContent
  /** `reason` is the last delivery error, shown as it is. */
  listenerSuspended(
    facts: { url: string; reason: string; page: string } & ({ workspace: string } | { organization: string }),
  ): MailContent
}
