// The English text of each mail.

import type { CredentialPart, PublishingFailureReason, SecondFactorChange } from '../../platform/jobs/index.ts'
import { displayName, formatTime, shortenUrl, shortName, singleLine } from './mail.ts'
import type { MailTexts } from './mail-texts.ts'

const someone = 'Someone'

const reasons: Readonly<Record<PublishingFailureReason, string>> = {
  full: 'there is not enough storage space.',
  unavailable: 'the database did not respond.',
  fault: 'something went wrong on our side. Your administrator can find details in the server log.',
}

const factorChanges: Readonly<Record<SecondFactorChange, { subject: string; sentence: (email: string) => string }>> = {
  totp_added: {
    subject: 'An authenticator app was added to your account',
    sentence: email => `Signing in to ${email} now also asks for a code from an authenticator app. This was turned on`,
  },
  totp_removed: {
    subject: 'The authenticator app was removed from your account',
    sentence: email =>
      `Signing in to ${email} no longer asks for a code from an authenticator app. This was turned off`,
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    sentence: email => `A passkey that can sign in to ${email} was added`,
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    sentence: email => `A passkey of ${email} was removed`,
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were replaced',
    sentence: email => `The recovery codes of ${email} were replaced, and the old ones no longer work. This was done`,
  },
}

const credentials: Readonly<Record<CredentialPart, { subject: string; noun: string }>> = {
  token: { subject: 'A personal token was created', noun: 'the personal token' },
  application: { subject: 'An application was registered', noun: 'the application' },
  secret: { subject: 'An application got a new secret', noun: 'a new client secret of' },
  bot: { subject: 'An application got a bot', noun: 'the bot of' },
  redirect_uri: { subject: 'An application got a new redirect address', noun: 'a new redirect address of' },
}

export const englishMailTexts: MailTexts = {
  invitation({ inviter, hasAccount, url, ...facts }) {
    const organization = shortName(facts.organization)
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `${who} invited you to ${organization}`,
      preview: `Join ${organization} on Tessera, a shared workspace for notes, drawings and documents.`,
      heading: `Join ${organization} on Tessera`,
      paragraphs: [
        `${who} invited you to ${organization} on Tessera, a shared workspace for notes, drawings, images and documents.`,
        hasAccount
          ? 'Sign in with your existing account to accept.'
          : 'Choose a name and a password to create your account.',
      ],
      button: { label: 'Accept invitation', url },
      notes: ['This link can be used once and expires in 14 days. Please don’t share it.'],
      reason:
        'You received this email because someone invited this address. If you weren’t expecting it, you can ignore it.',
    }
  },

  workspace({ inviter, url, ...facts }) {
    const [workspace, organization] = [shortName(facts.workspace), shortName(facts.organization)]
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `${who} added you to ${workspace}`,
      preview: `You now have access to ${workspace} in ${organization}.`,
      heading: `You’ve been added to ${workspace}`,
      paragraphs: [`${who} added you to the workspace ${workspace} in ${organization}.`],
      button: { label: 'Open workspace', url },
      reason: `You received this email because you are a member of ${organization}.`,
    }
  },

  mention({ author, text, url, ...facts }) {
    const workspace = shortName(facts.workspace)
    const who = displayName(author)
    return {
      subject: `${who} mentioned you in ${workspace}`,
      preview: singleLine(text).slice(0, 120),
      heading: `${who} mentioned you in a comment`,
      paragraphs: [`In the workspace ${workspace}:`],
      quote: text,
      button: { label: 'Open workspace', url },
      reason:
        'You received this email because you were mentioned. You can turn off these emails in your account settings.',
    }
  },

  published({ url, ...facts }) {
    const workspace = shortName(facts.workspace)
    return {
      subject: `${workspace} is published`,
      preview: 'Anyone with the link can now view it.',
      heading: `${workspace} is published`,
      paragraphs: [
        `Anyone with the link can now view the workspace ${workspace}, without an account.`,
        'They see the workspace as it was when you published it. To share later changes, publish it again.',
      ],
      button: { label: 'View published workspace', url },
      reason: 'You received this email because you published this workspace.',
    }
  },

  publishingFailed({ reason, isShown, url, ...facts }) {
    const workspace = shortName(facts.workspace)
    return {
      subject: `${workspace} could not be published`,
      preview: `Publishing failed: ${reasons[reason]}`,
      heading: `${workspace} could not be published`,
      paragraphs: [
        `The workspace ${workspace} could not be published: ${reasons[reason]}`,
        isShown
          ? 'The version you published before is still visible. You can try again from the workspace.'
          : 'Nothing was made public. You can try again from the workspace.',
      ],
      button: { label: 'Open workspace', url },
      reason: 'You received this email because you tried to publish this workspace.',
    }
  },

  unpublishingFailed({ reason, url, ...facts }) {
    const workspace = shortName(facts.workspace)
    return {
      subject: `${workspace} is still published`,
      preview: `Unpublishing failed: ${reasons[reason]}`,
      heading: `${workspace} is still published`,
      paragraphs: [
        `The workspace ${workspace} could not be unpublished: ${reasons[reason]}`,
        'Anyone with the link can still view it. You can try again from the workspace.',
      ],
      button: { label: 'Open workspace', url },
      reason: 'You received this email because you tried to unpublish this workspace.',
    }
  },

  passwordLink: ({ email, url }) => ({
    subject: 'Reset your password',
    preview: 'Use this link to choose a new password. It expires in one hour.',
    heading: 'Reset your password',
    paragraphs: [`We received a request to reset the password for ${email}.`],
    button: { label: 'Choose a new password', url },
    notes: ['This link can be used once and expires in one hour. Please don’t share it.'],
    reason: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
  }),

  passwordChanged: ({ email, at, url }) => ({
    subject: 'Your password was changed',
    preview: 'If this wasn’t you, reset your password now.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password for ${email} was changed on ${formatTime(at, 'en')}. You were signed out of all other sessions and applications.`,
      'If this was you, you don’t need to do anything. If it wasn’t, reset your password now.',
    ],
    button: { label: 'Reset password', url },
    reason: 'You received this email because it’s about the security of your account.',
  }),

  identityLinked: ({ email, provider, at, url }) => ({
    subject: `You can now sign in with ${provider}`,
    preview: 'If this wasn’t you, tell an administrator of your organization.',
    heading: `Your account is linked to ${provider}`,
    paragraphs: [
      `Someone signed in to your account on ${formatTime(at, 'en')} through ${provider}, which confirmed the email address ${email}. From now on, you can sign in with ${provider}.`,
      'If this was you, you don’t need to do anything. If it wasn’t, end the session in your account and tell an administrator of your organization.',
    ],
    button: { label: 'Open your account', url },
    reason: 'You received this email because it’s about the security of your account.',
  }),

  emailConfirmation: ({ oldEmail, newEmail, url }) => ({
    subject: 'Confirm your new email address',
    preview: `Confirm that ${newEmail} is your address. The link expires in 24 hours.`,
    heading: 'Confirm your new email address',
    paragraphs: [
      `We received a request to change the email address of the account ${oldEmail} to ${newEmail}.`,
      'Open this link in a browser where you’re signed in to that account, and confirm the change. Until then, nothing changes.',
    ],
    button: { label: 'Confirm email address', url },
    notes: ['This link can be used once and expires in 24 hours. Please don’t share it.'],
    reason: 'If you don’t have this account, you can ignore this email.',
  }),

  emailRequested: ({ oldEmail, newEmail, at, url }) => ({
    subject: 'A change to your email address was requested',
    preview: `The new address would be ${newEmail}.`,
    heading: 'A change to your email address was requested',
    paragraphs: [
      `On ${formatTime(at, 'en')}, someone requested to change the email address of your account from ${oldEmail} to ${newEmail}. It takes effect once you confirm the link that we sent to ${newEmail} while you’re signed in.`,
      'If you didn’t want this, cancel the change on your account page and change your password.',
    ],
    button: { label: 'Open account page', url },
    reason: 'You received this email because it’s about the security of your account.',
  }),

  emailChanged: ({ oldEmail, newEmail, at }) => ({
    subject: 'Your email address was changed',
    preview: `It’s now ${newEmail}.`,
    heading: 'Your email address was changed',
    paragraphs: [
      `The email address of your account was changed from ${oldEmail} to ${newEmail} on ${formatTime(at, 'en')}. Future emails will go to the new address.`,
      'If this was you, you don’t need to do anything. If it wasn’t, contact an administrator of your organization.',
    ],
    reason: 'This is the last email to this address. You received it because it’s about the security of your account.',
  }),

  secondFactorChanged({ email, change, at, url }) {
    const { subject, sentence } = factorChanges[change]
    return {
      subject,
      preview: 'If this wasn’t you, check your account now.',
      heading: subject,
      paragraphs: [
        `${sentence(email)} on ${formatTime(at, 'en')}.`,
        'If this was you, you don’t need to do anything. If it wasn’t, end the sessions you don’t recognize and change your password.',
      ],
      button: { label: 'Check your account', url },
      reason: 'You received this email because it’s about the security of your account.',
    }
  },

  newDevice({ email, browser, system, address, at, url }) {
    const device = browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'an unknown browser')
    return {
      subject: 'New sign-in to your account',
      preview: `${device}, ${address}`,
      heading: 'New sign-in to your account',
      paragraphs: [
        `Someone signed in to ${email} with ${device} from the address ${address} on ${formatTime(at, 'en')}. This browser has not been used with your account before.`,
        'If this was you, you don’t need to do anything. If it wasn’t, end this session and change your password.',
      ],
      button: { label: 'View sessions', url },
      reason: 'You received this email because it’s about the security of your account.',
    }
  },

  credentialsCreated({ email, parts, scope, createdWith, at, url, ...facts }) {
    const title = shortName(facts.title)
    const what = parts.map(part => credentials[part].noun).join(', ')
    const how =
      createdWith === null ? 'in a browser where you’re signed in' : `by the program or token ${shortName(createdWith)}`
    return {
      subject: credentials[parts[0] ?? 'token'].subject,
      preview: `${title}. If this wasn’t you, end it now.`,
      heading: credentials[parts[0] ?? 'token'].subject,
      paragraphs: [
        `On ${formatTime(at, 'en')}, ${what} ${title} was created for ${email}, ${how}. It can act without your signing in, with the scopes ${scope.replaceAll(' ', ', ')}.`,
        createdWith === null
          ? 'If this was you, you don’t need to do anything. If it wasn’t, revoke it and change your password.'
          : `If you expected this, you don’t need to do anything. If you didn’t, revoke ${shortName(createdWith)}: what it created ends with it.`,
      ],
      button: { label: 'Check it', url },
      reason: 'You received this email because it’s about the security of your account.',
    }
  },

  approval({ guest, inviter, url, ...facts }) {
    const organization = shortName(facts.organization)
    const who = inviter ? displayName(inviter) : someone
    return {
      subject: `A guest is waiting for your approval in ${organization}`,
      preview: `${who} wants to invite ${guest.email} to ${organization}.`,
      heading: 'A guest is waiting for approval',
      paragraphs: [
        `${who} wants to invite ${guest.email} to ${organization} as a guest. The invitation is sent once you or another approver approves it.`,
      ],
      button: { label: 'Review request', url },
      reason: `You received this email because you can approve guests in ${organization}.`,
    }
  },

  listenerSuspended({ reason, page, ...facts }) {
    const isOfWorkspace = 'workspace' in facts
    const name = shortName(isOfWorkspace ? facts.workspace : facts.organization)
    const source = isOfWorkspace ? `the workspace ${name}` : `the workspaces of ${name}`
    const address = shortenUrl(facts.url)
    return {
      subject: `A listener in ${name} was suspended`,
      preview: `No more events are sent to ${address} until you resume it.`,
      heading: 'A listener was suspended',
      paragraphs: [
        `Events from ${source} could not be delivered to ${address}, so the listener was suspended. No events are lost: delivery continues where it stopped once you set the listener to ACTIVE.`,
        'The last error was:',
      ],
      quote: reason,
      button: { label: 'View listeners', url: page },
      reason: 'You received this email because you created this listener.',
    }
  },
}
