// The mails there are, and the facts that each tells. What they say is in a file for each language.

import type { PublishingFault } from '../jobs/job.ts'
import type { Letter } from './letter.ts'
import type { Named } from './mail.ts'

export interface Letters {
  invitation(facts: { organization: string; inviter: Named | null; hasAccount: boolean; url: string }): Letter
  workspace(facts: { workspace: string; organization: string; inviter: Named | null; url: string }): Letter
  mention(facts: { workspace: string; author: Named; text: string; url: string }): Letter
  published(facts: { workspace: string; url: string }): Letter
  publishingFailed(facts: { workspace: string; reason: PublishingFault; isShown: boolean; url: string }): Letter
  unpublishingFailed(facts: { workspace: string; reason: PublishingFault; url: string }): Letter
  passwordLink(facts: { email: string; url: string }): Letter
  passwordChanged(facts: { email: string; at: string; url: string }): Letter
  emailChanged(facts: { oldEmail: string; newEmail: string; at: string }): Letter
  approval(facts: { organization: string; guest: Named; inviter: Named | null; url: string }): Letter
  /** `reason` is what came last from the receiver, or of it, and stands as it is. */
  listenerSuspended(facts: { workspace: string; url: string; reason: string; page: string }): Letter
}
