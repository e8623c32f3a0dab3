// Every record the service answers with.

export * from './application.ts'
export * from './audit-entry.ts'
export * from './comment.ts'
export * from './event.ts'
export * from './installation.ts'
export * from './job.ts'
export * from './listener.ts'
export * from './organization.ts'
export * from './role.ts'
export * from './session.ts'
export * from './user.ts'
export * from './workspace.ts'
