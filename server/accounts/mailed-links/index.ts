// Links in mails.

export { consumeLink, type MailedLinkRow, voidOtherLinks } from './mailed-link-store.ts'
export {
  createEmailLink,
  createInvitationLink,
  createPasswordLink,
  createRecoveryLink,
  findMailedLink,
  voidEmailLinks,
  voidInvitationLinks,
  voidPasswordLinks,
} from './mailed-links.ts'
