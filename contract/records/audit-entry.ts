// An entry of an organization's audit log: who did what, to whom or what, and when. Events inside a workspace are in the
// log of the workspace.

import { Type } from 'typebox'
import { oneOf, orNull, text, timestamp } from '../values.ts'
import { Actor } from './user.ts'

export const auditActions = [
  'ORGANIZATION_CREATED',
  'ORGANIZATION_UPDATED',
  'ORGANIZATION_HANDED_OVER',
  'MEMBER_INVITED',
  'MEMBER_INVITED_AGAIN',
  'MEMBER_APPROVED',
  'MEMBER_JOINED',
  'MEMBER_UPDATED',
  'MEMBER_ROLE_CHANGED',
  'MEMBER_REMOVED',
  'INVITATION_WITHDRAWN',
  'USER_EMAIL_REQUESTED',
  'USER_EMAIL_CHANGED',
  'USER_LOCKED',
  'USER_UNLOCKED',
  'IDENTITY_LINKED',
  'USER_SIGNED_IN',
  'USER_SIGN_IN_FAILED',
  'USER_ROLE_CHANGED',
  'USER_SECOND_FACTOR_ADDED',
  'USER_SECOND_FACTOR_REMOVED',
  'TOKEN_CREATED',
  'TOKEN_REVOKED',
  'APPLICATION_AUTHORIZED',
  'APPLICATION_REVOKED',
  'APPLICATION_WHITELISTED',
  'APPLICATION_WITHDRAWN',
  'WORKSPACE_CREATED',
  'WORKSPACE_HANDED_OVER',
  'WORKSPACE_PUBLISHED',
  'WORKSPACE_UNPUBLISHED',
  'WORKSPACE_DELETED',
  'WORKSPACE_ERASED',
  'WORKSPACE_RESTORED',
] as const

export type AuditAction = (typeof auditActions)[number]

export const auditSubjects = ['organization', 'user', 'workspace', 'application', 'token'] as const

export type AuditSubject = (typeof auditSubjects)[number]

const AuditChange = Type.Object(
  {
    field: text('What changed, such as `role` or `name`'),
    before: orNull(text('Its value before; null if it had none')),
    after: orNull(text('Its value after; null if it has none')),
  },
  { named: 'AuditChange', description: 'A value that an entry of the audit log changed' },
)

const AuditTarget = Type.Object(
  {
    type: oneOf(auditSubjects, { description: 'What it is' }),
    id: text('Its id, as text'),
    name: text('Its name at that time'),
  },
  { named: 'AuditSubject', description: 'The subject of an entry of the audit log' },
)

export const AuditEntry = Type.Object(
  {
    id: text('Identifies the entry'),
    action: oneOf(auditActions, { description: 'What was done', named: 'AuditAction' }),
    /** Null if it was the operator, a user who no longer exists, or somebody who failed to sign in. */
    actor: orNull(Actor),
    subject: AuditTarget,
    changes: Type.Array(AuditChange, { description: 'The changed values, if there are any' }),
    created_at: timestamp({ description: 'When it was done' }),
  },
  { named: 'AuditEntry', description: "An entry of an organization's audit log" },
)
