// What each mail says.

import type { Letter } from './letter.ts'
import { oneLine } from './mail.ts'

/** A person as they are named in a sentence. */
export const nameOf = ({ first_name, last_name, email }: Named): string =>
  oneLine(`${first_name} ${last_name}`).slice(0, 80) || email

export interface Named {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

export function invitationLetter(facts: {
  organization: string
  inviter: Named | null
  hasAccount: boolean
  url: string
}): Letter {
  const organization = oneLine(facts.organization)
  const who = facts.inviter ? nameOf(facts.inviter) : 'Somebody'
  return {
    subject: `${who} invites you to ${organization}`,
    preview: `Join ${organization} on Tessera, a shared workspace for notes, drawings and documents.`,
    heading: `Join ${organization}`,
    paragraphs: [
      `${who} invites you to ${organization} on Tessera, a shared workspace for notes, drawings, images and documents.`,
      facts.hasAccount
        ? 'You have an account already: accept with it.'
        : 'Accept to choose your name and a password. That is all it takes.',
    ],
    button: { label: 'Accept the invitation', url: facts.url },
    notes: ['The link works once and for 14 days. It is meant for you alone: do not pass it on.'],
    reason: 'You get this mail because somebody invited this address. If you did not expect it, you need do nothing.',
  }
}

export function workspaceLetter(facts: {
  workspace: string
  organization: string
  inviter: Named | null
  url: string
}): Letter {
  const workspace = oneLine(facts.workspace)
  const who = facts.inviter ? nameOf(facts.inviter) : 'Somebody'
  return {
    subject: `${who} added you to ${workspace}`,
    preview: `You can open ${workspace} in ${oneLine(facts.organization)} now.`,
    heading: `You are now in ${workspace}`,
    paragraphs: [
      `${who} added you to the workspace ${workspace} in ${oneLine(facts.organization)}. You can open it now.`,
    ],
    button: { label: 'Open the workspace', url: facts.url },
    reason: `You get this mail because you are a member of ${oneLine(facts.organization)}.`,
  }
}

export function mentionLetter(facts: { workspace: string; author: Named; text: string; url: string }): Letter {
  const workspace = oneLine(facts.workspace)
  const who = nameOf(facts.author)
  return {
    subject: `${who} mentioned you in ${workspace}`,
    preview: oneLine(facts.text).slice(0, 120),
    heading: `${who} mentioned you`,
    paragraphs: [`In a comment in the workspace ${workspace}:`],
    quote: facts.text,
    button: { label: 'Open the workspace', url: facts.url },
    reason: 'You get this mail because a comment names you. You can turn these mails off in your account.',
  }
}

export function publishedLetter(facts: { workspace: string; url: string }): Letter {
  const workspace = oneLine(facts.workspace)
  return {
    subject: `${workspace} is published`,
    preview: 'Anybody who has the link can look at it now.',
    heading: `${workspace} is published`,
    paragraphs: [
      `The workspace ${workspace} can now be looked at by anybody who has the link, without an account.`,
      'What they see is the workspace as it was when you published it. Publish it again to show what changed since.',
    ],
    button: { label: 'Look at it', url: facts.url },
    reason: 'You get this mail because you published this workspace.',
  }
}

export function publishingFailedLetter(facts: Failed): Letter {
  const workspace = oneLine(facts.workspace)
  return {
    subject: `${workspace} was not published`,
    preview: facts.reason,
    heading: `${workspace} was not published`,
    paragraphs: [
      `The workspace ${workspace} could not be published: ${inSentence(facts.reason)}`,
      facts.isShown
        ? 'What was published before is still to be seen. You can try again from the workspace.'
        : 'Nothing of it is to be seen by others. You can try again from the workspace.',
    ],
    button: { label: 'Open the workspace', url: facts.url },
    reason: 'You get this mail because you wanted to publish this workspace.',
  }
}

export function unpublishingFailedLetter(facts: Omit<Failed, 'isShown'>): Letter {
  const workspace = oneLine(facts.workspace)
  return {
    subject: `${workspace} is still published`,
    preview: facts.reason,
    heading: `${workspace} is still published`,
    paragraphs: [
      `The workspace ${workspace} could not be unpublished: ${inSentence(facts.reason)}`,
      'Anybody who has the link can still look at it. You can try again from the workspace.',
    ],
    button: { label: 'Open the workspace', url: facts.url },
    reason: 'You get this mail because you wanted to unpublish this workspace.',
  }
}

interface Failed {
  readonly workspace: string
  readonly reason: string
  readonly isShown: boolean
  readonly url: string
}

const inSentence = (reason: string) => reason.charAt(0).toLowerCase() + reason.slice(1)

export const passwordLinkLetter = (facts: { email: string; url: string }): Letter => ({
  subject: 'Choose a new password',
  preview: 'A link to choose a new password for your account. It works once, within an hour.',
  heading: 'Choose a new password',
  paragraphs: [`Somebody, most likely you, asked for a new password for the account ${facts.email}.`],
  button: { label: 'Choose a new password', url: facts.url },
  notes: ['The link works once and for an hour. It is meant for you alone: do not pass it on.'],
  reason: 'If it was not you who asked, you need do nothing: your password stays as it is.',
})

export const passwordChangedLetter = (facts: { email: string; at: string; url: string }): Letter => ({
  subject: 'Your password was changed',
  preview: 'If it was not you, choose a new one now.',
  heading: 'Your password was changed',
  paragraphs: [
    `The password of the account ${facts.email} was changed on ${timeInWords(facts.at)}. Other sessions and applications were signed out.`,
    'If that was you, all is well. If it was not, choose a new password at once:',
  ],
  button: { label: 'Choose a new password', url: facts.url },
  reason: 'You get this mail because it concerns the safety of your account.',
})

export const emailChangedLetter = (facts: { oldEmail: string; newEmail: string; at: string }): Letter => ({
  subject: 'The email address of your account was changed',
  preview: `It is now ${facts.newEmail}.`,
  heading: 'Your email address was changed',
  paragraphs: [
    `The account that had the address ${facts.oldEmail} has had the address ${facts.newEmail} since ${timeInWords(facts.at)}. Mail goes there from now on.`,
    'If you know of this change, all is well. If you do not, tell whoever runs this Tessera, or an administrator of your organization.',
  ],
  reason: 'You get this mail, the last one at this address, because it concerns the safety of your account.',
})

export function approvalLetter(facts: {
  organization: string
  guest: Named
  inviter: Named | null
  url: string
}): Letter {
  const organization = oneLine(facts.organization)
  const who = facts.inviter ? nameOf(facts.inviter) : 'Somebody'
  return {
    subject: `A guest awaits your approval in ${organization}`,
    preview: `${who} wants to bring ${facts.guest.email} into ${organization}.`,
    heading: 'A guest awaits your approval',
    paragraphs: [
      `${who} wants to bring ${facts.guest.email} into ${organization} as a guest.`,
      'They are invited once you, or somebody else who may, approve.',
    ],
    button: { label: 'See who is waiting', url: facts.url },
    reason: `You get this mail because you may approve the guests of ${organization}.`,
  }
}

export function listenerSuspendedLetter(facts: {
  workspace: string
  url: string
  reason: string
  page: string
}): Letter {
  const workspace = oneLine(facts.workspace)
  const address = oneLine(facts.url).slice(0, 300)
  return {
    subject: `A listener of ${workspace} was suspended`,
    preview: `Nothing more is sent to ${address} until you resume it.`,
    heading: 'A listener was suspended',
    paragraphs: [
      `What happens in the workspace ${workspace} could not be told to ${address}. Nothing more is sent there.`,
      'Nothing is lost: once you set the listener to ACTIVE it goes on where it stopped.',
    ],
    quote: facts.reason,
    button: { label: 'See your listeners', url: facts.page },
    reason: 'You get this mail because you made the listener.',
  }
}

const timeInWords = (iso: string) =>
  `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
