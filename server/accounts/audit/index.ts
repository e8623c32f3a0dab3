// The audit log.

export { type AuditChange, changesBetween, hasAuditSince, listAudit, recordAudit } from './audit.ts'
