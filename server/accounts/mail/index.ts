// Mail: texts, delivery, limits.

export { purgeCausedMails } from './caused-mail-store.ts'
export {
  enqueueApprovalRequests,
  enqueueCredentialsCreated,
  enqueueEmailChanged,
  enqueueEmailConfirmation,
  enqueueEmailRequested,
  enqueueIdentityLinked,
  enqueueListenersSuspended,
  enqueueNewDevice,
  enqueuePasswordChanged,
  enqueueSecondFactorChanged,
} from './enqueue-mail.ts'
export type { Mailer } from './mail.ts'
export {
  admitMails,
  admitSomeMails,
  type CausedMail,
  findMostMails,
  type MailLimits,
  requireMailAllowance,
} from './mail-allowance.ts'
export { mailJobHandlers } from './mail-jobs.ts'
export { mailPageRoutes } from './mail-pages.ts'
export { openMailer } from './mailer.ts'
