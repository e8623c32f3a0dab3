// The mails there are, and the facts that each tells. What they say is in a file for each language.

import type { PublishingFailureReason } from '../jobs/job.ts'
import type { MailContent } from './mail-content.ts'
import type { PersonName } from './mail.ts'

export interface MailTexts {
  invitation(facts: { organization: string; inviter: PersonName | null; hasAccount: boolean; url: string }): MailContent
  workspace(facts: { workspace: string; organization: string; inviter: PersonName | null; url: string }): MailContent
  mention(facts: { workspace: string; author: PersonName; text: string; url: string }): MailContent
  published(facts: { workspace: string; url: string }): MailContent
  publishingFailed(facts: { workspace: string; reason: PublishingFailureReason; isShown: boolean; url: string }): MailContent
  unpublishingFailed(facts: { workspace: string; reason: PublishingFailureReason; url: string }): MailContent
  passwordLink(facts: { email: string; url: string }): MailContent
  passwordChanged(facts: { email: string; at: string; url: string }): MailContent
  emailChanged(facts: { oldEmail: string; newEmail: string; at: string }): MailContent
  approval(facts: { organization: string; guest: PersonName; inviter: PersonName | null; url: string }): MailContent
  /** `reason` is what came last from the receiver, or of it, and stands as it is. */
  listenerSuspended(facts: { workspace: string; url: string; reason: string; page: string }): MailContent
}
