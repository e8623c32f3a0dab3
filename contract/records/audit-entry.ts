// An entry of an organization's audit log: who did what, to whom or what, and when. Events inside a workspace are in the
// log of the workspace.

import { Type } from 'typebox'
import { oneOf, orNull, timestamp } from '../values.ts'
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

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    action: oneOf(auditActions),
    /** Null if it was the operator, a user who no longer exists, or somebody who failed to sign in. */
    actor: orNull(Actor),
    subject: Type.Object({
      type: oneOf(auditSubjects),
      id: Type.String(),
      name: Type.String({ description: 'The name at that time' }),
    }),
    changes: Type.Array(
      Type.Object(
        { field: Type.String(), before: orNull(Type.String()), after: orNull(Type.String()) },
        { named: 'AuditChange' },
      ),
    ),
    created_at: timestamp(),
  },
  { named: 'AuditEntry' },
)
