// The table of operations, by noun. Every route of the API is a row here.

import type { Operation } from '../operation.ts'
import { applications, authorizations, tokens } from './applications.ts'
import { comments } from './comments.ts'
import { exports } from './exports.ts'
import { imports } from './imports.ts'
import { installation, jobs } from './jobs.ts'
import { listeners } from './listeners.ts'
import { events, kindOperations, objects } from './objects.ts'
import { organizations } from './organizations.ts'
import { pictures } from './pictures.ts'
import { published } from './published.ts'
import { passkeys, secondFactors } from './second-factors.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'
import { workspaces } from './workspaces.ts'

export const operations = {
  workspaces,
  ...kindOperations,
  comments,
  listeners,
  organizations,
  users,
  objects,
  events,
  imports,
  pictures,
  exports,
  published,
  applications,
  authorizations,
  sessions,
  secondFactors,
  passkeys,
  tokens,
  jobs,
  installation,
} satisfies Record<string, Record<string, Operation>>

export type Operations = typeof operations
export type Noun = keyof Operations

export interface NamedOperation extends Operation {
  /** `workspaces.get` */
  readonly id: string
  readonly noun: Noun
  readonly verb: string
}

export const allOperations: readonly NamedOperation[] = Object.entries(operations).flatMap(([noun, table]) =>
  Object.entries<Operation>(table).map(([verb, operation]) => ({
    ...operation,
    id: `${noun}.${verb}`,
    noun: noun as Noun,
    verb,
  })),
)

export { ExportRequest } from './exports.ts'
export { maxImportBytes } from './imports.ts'
export { listenerFilters } from './listeners.ts'
export { memberFilters } from './organizations.ts'
export type { PictureQuery } from './pictures.ts'
export { workspaceUserFilters } from './workspaces.ts'
