// Which applications an organization allows to use refresh tokens, as the organization and the application's owner see it.

import { notFound } from '../../accounts/access/index.ts'
import { recordAudit } from '../../accounts/audit/index.ts'
import { type Handlers, read, write } from '../../accounts/handler.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import {
  deleteWhitelisting,
  insertWhitelisting,
  listApplicationsWhitelistedBy,
  listOrganizationsWhitelisting,
} from './whitelisting-store.ts'

export const whitelistingHandlers: Pick<Handlers<'organizations'>, 'listApplications' | 'withdrawApplication'> = {
  listApplications: read(async ({ db, organization }) => ({
    applications: await listWhitelistedApplications(db, organization.id),
  })),

  withdrawApplication: write(async ({ tx, caller, organization, params: { client_id }, now }) => {
    await withdrawApplication(tx, { organization_id: organization.id, client_id, actor_id: caller.id, now })
    return { message: 'The application is no longer whitelisted' }
  }),
}

const listWhitelistedApplications = async (db: Reader, organization_id: number) =>
  (await listApplicationsWhitelistedBy(db, organization_id)).map(
    ({ first_name, last_name, created_at, ...application }) => ({
      ...application,
      owner: ownerView({ first_name, last_name }),
      whitelisted_at: created_at,
    }),
  )

/** Null if the application registered itself. */
const ownerView = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  first_name === null || last_name === null ? null : { first_name, last_name }

export const listWhitelistingOrganizations = async (db: Reader, client_id: string) =>
  (await listOrganizationsWhitelisting(db, client_id)).map(({ created_at, ...organization }) => ({
    ...organization,
    whitelisted_at: created_at,
  }))

interface Withdrawal {
  readonly organization_id: number
  readonly client_id: string
  readonly actor_id: number
  readonly now: string
}

async function withdrawApplication(tx: Tx, { organization_id, client_id, actor_id, now }: Withdrawal): Promise<void> {
  const name = await deleteWhitelisting(tx, { organization_id, client_id })
  if (name === null) throw notFound('whitelisted application')
  const subject = { type: 'application', id: client_id, name } as const
  await recordAudit(tx, { organization_id, actor_id, action: 'APPLICATION_WITHDRAWN', subject, now })
}

interface Whitelisting {
  readonly organization_id: number
  readonly application: { readonly client_id: string; readonly name: string }
  readonly user_id: number
  readonly now: string
}

export async function whitelistApplication(
  tx: Tx,
  { organization_id, application, user_id, now }: Whitelisting,
): Promise<void> {
  const { client_id, name } = application
  if (!(await insertWhitelisting(tx, { organization_id, client_id, user_id, created_at: now }))) return
  const subject = { type: 'application', id: client_id, name } as const
  await recordAudit(tx, { organization_id, actor_id: user_id, action: 'APPLICATION_WHITELISTED', subject, now })
}
