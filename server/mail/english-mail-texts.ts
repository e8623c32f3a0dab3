// What each mail says in English.

import type { PublishingFailureReason } from '../jobs/job.ts'
import type { MailTexts } from './mail-texts.ts'
import { displayName, singleLine, shortenUrl, formatTime } from './mail.ts'

const somebody = 'Somebody'

const reasons: Readonly<Record<PublishingFailureReason, string>> = {
  full: 'there is no room left to store it.',
  unavailable: 'the database did not answer.',
  fault: 'something went wrong on our side; the log of the server says what.',
}

export const englishMailTexts: MailTexts = {
  invitation({ inviter, hasAccount, url, ...facts }) {
    const organization = singleLine(facts.organization)
    const who = inviter ? displayName(inviter) : somebody
    return {
      subject: `${who} invites you to ${organization}`,
      preview: `Join ${organization} on Tessera, a shared workspace for notes, drawings and documents.`,
      heading: `Join ${organization}`,
      paragraphs: [
        `${who} invites you to ${organization} on Tessera, a shared workspace for notes, drawings, images and documents.`,
        hasAccount
          ? 'You have an account already: accept with it.'
          : 'Accept to choose your name and a password. That is all it takes.',
      ],
      button: { label: 'Accept the invitation', url },
      notes: ['The link works once and for 14 days. It is meant for you alone: do not pass it on.'],
      reason: 'You get this mail because somebody invited this address. If you did not expect it, you need do nothing.',
    }
  },

  workspace({ inviter, url, ...facts }) {
    const [workspace, organization] = [singleLine(facts.workspace), singleLine(facts.organization)]
    const who = inviter ? displayName(inviter) : somebody
    return {
      subject: `${who} added you to ${workspace}`,
      preview: `You can open ${workspace} in ${organization} now.`,
      heading: `You are now in ${workspace}`,
      paragraphs: [`${who} added you to the workspace ${workspace} in ${organization}. You can open it now.`],
      button: { label: 'Open the workspace', url },
      reason: `You get this mail because you are a member of ${organization}.`,
    }
  },

  mention({ author, text, url, ...facts }) {
    const workspace = singleLine(facts.workspace)
    const who = displayName(author)
    return {
      subject: `${who} mentioned you in ${workspace}`,
      preview: singleLine(text).slice(0, 120),
      heading: `${who} mentioned you`,
      paragraphs: [`In a comment in the workspace ${workspace}:`],
      quote: text,
      button: { label: 'Open the workspace', url },
      reason: 'You get this mail because a comment names you. You can turn these mails off in your account.',
    }
  },

  published({ url, ...facts }) {
    const workspace = singleLine(facts.workspace)
    return {
      subject: `${workspace} is published`,
      preview: 'Anybody who has the link can look at it now.',
      heading: `${workspace} is published`,
      paragraphs: [
        `The workspace ${workspace} can now be looked at by anybody who has the link, without an account.`,
        'What they see is the workspace as it was when you published it. Publish it again to show what changed since.',
      ],
      button: { label: 'Look at it', url },
      reason: 'You get this mail because you published this workspace.',
    }
  },

  publishingFailed({ reason, isShown, url, ...facts }) {
    const workspace = singleLine(facts.workspace)
    return {
      subject: `${workspace} was not published`,
      preview: `It could not be done: ${reasons[reason]}`,
      heading: `${workspace} was not published`,
      paragraphs: [
        `The workspace ${workspace} could not be published: ${reasons[reason]}`,
        isShown
          ? 'What was published before is still to be seen. You can try again from the workspace.'
          : 'Nothing of it is to be seen by others. You can try again from the workspace.',
      ],
      button: { label: 'Open the workspace', url },
      reason: 'You get this mail because you wanted to publish this workspace.',
    }
  },

  unpublishingFailed({ reason, url, ...facts }) {
    const workspace = singleLine(facts.workspace)
    return {
      subject: `${workspace} is still published`,
      preview: `It could not be undone: ${reasons[reason]}`,
      heading: `${workspace} is still published`,
      paragraphs: [
        `The workspace ${workspace} could not be unpublished: ${reasons[reason]}`,
        'Anybody who has the link can still look at it. You can try again from the workspace.',
      ],
      button: { label: 'Open the workspace', url },
      reason: 'You get this mail because you wanted to unpublish this workspace.',
    }
  },

  passwordLink: ({ email, url }) => ({
    subject: 'Choose a new password',
    preview: 'A link to choose a new password for your account. It works once, within an hour.',
    heading: 'Choose a new password',
    paragraphs: [`Somebody, most likely you, asked for a new password for the account ${email}.`],
    button: { label: 'Choose a new password', url },
    notes: ['The link works once and for an hour. It is meant for you alone: do not pass it on.'],
    reason: 'If it was not you who asked, you need do nothing: your password stays as it is.',
  }),

  passwordChanged: ({ email, at, url }) => ({
    subject: 'Your password was changed',
    preview: 'If it was not you, choose a new one now.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of the account ${email} was changed on ${formatTime(at, 'en')}. Other sessions and applications were signed out.`,
      'If that was you, all is well. If it was not, choose a new password at once:',
    ],
    button: { label: 'Choose a new password', url },
    reason: 'You get this mail because it concerns the safety of your account.',
  }),

  emailChanged: ({ oldEmail, newEmail, at }) => ({
    subject: 'The email address of your account was changed',
    preview: `It is now ${newEmail}.`,
    heading: 'Your email address was changed',
    paragraphs: [
      `The account that had the address ${oldEmail} has had the address ${newEmail} since ${formatTime(at, 'en')}. Mail goes there from now on.`,
      'If you know of this change, all is well. If you do not, tell whoever runs this Tessera, or an administrator of your organization.',
    ],
    reason: 'You get this mail, the last one at this address, because it concerns the safety of your account.',
  }),

  approval({ guest, inviter, url, ...facts }) {
    const organization = singleLine(facts.organization)
    const who = inviter ? displayName(inviter) : somebody
    return {
      subject: `A guest awaits your approval in ${organization}`,
      preview: `${who} wants to bring ${guest.email} into ${organization}.`,
      heading: 'A guest awaits your approval',
      paragraphs: [
        `${who} wants to bring ${guest.email} into ${organization} as a guest.`,
        'They are invited once you, or somebody else who may, approve.',
      ],
      button: { label: 'See who is waiting', url },
      reason: `You get this mail because you may approve the guests of ${organization}.`,
    }
  },

  listenerSuspended({ reason, page, ...facts }) {
    const [workspace, address] = [singleLine(facts.workspace), shortenUrl(facts.url)]
    return {
      subject: `A listener of ${workspace} was suspended`,
      preview: `Nothing more is sent to ${address} until you resume it.`,
      heading: 'A listener was suspended',
      paragraphs: [
        `What happens in the workspace ${workspace} could not be told to ${address}. Nothing more is sent there.`,
        'Nothing is lost: once you set the listener to ACTIVE it goes on where it stopped.',
      ],
      quote: reason,
      button: { label: 'See your listeners', url: page },
      reason: 'You get this mail because you made the listener.',
    }
  },
}
