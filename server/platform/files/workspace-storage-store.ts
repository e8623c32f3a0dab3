// The SQL of storage use: for each workspace, the bytes of the files it holds. A file that several workspaces hold counts in
// each of them. The counter changes in the transactions that change the files of a workspace.

import { sql } from 'kysely'
import { insertRows, type Reader, rows, type Tx } from '../sql/index.ts'

/** A file that a workspace holds from now on. */
export interface HeldFile {
  readonly hash: string
  readonly workspace_id: number
  readonly organization_id: number
  readonly size: number
}

const fileColumns = { hash: 'text', workspace_id: 'integer' } as const
const heldColumns = { ...fileColumns, organization_id: 'integer', size: 'integer' } as const

/**
 * The log of a workspace shows its past, so a workspace keeps every file it ever had until it is erased itself. Files
 * that it already has are not counted again. This function reads nothing, because a batch of changes reads before it
 * writes.
 */
export async function insertWorkspaceFiles(tx: Tx, list: readonly HeldFile[]): Promise<void> {
  if (list.length === 0) return
  const held = [...new Map(list.map(file => [`${file.workspace_id} ${file.hash}`, file])).values()]
  await Promise.all([
    sql`insert into workspace_storage (workspace_id, organization_id, bytes)
      select r.workspace_id, r.organization_id, sum(r.size) from ${rows(tx, heldColumns, held)} as r
      where not exists (select 1 from workspace_files h where h.hash = r.hash and h.workspace_id = r.workspace_id)
      group by r.workspace_id, r.organization_id
      on conflict (workspace_id) do update set bytes = workspace_storage.bytes + excluded.bytes`.execute(tx),
    insertRows(tx, 'workspace_files', fileColumns, held, { ignoreExisting: true }),
  ])
}

/** Called for a workspace that is being erased. */
export async function deleteWorkspaceStorage(tx: Tx, workspace_id: number): Promise<void> {
  await tx.deleteFrom('workspace_storage').where('workspace_id', '=', workspace_id).execute()
}

/** The files of its workspaces, and those of imports until they are removed. */
export async function findOrganizationBytes(db: Reader, organization_id: number): Promise<number> {
  const found = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0) as bytes from (
      select bytes from workspace_storage where organization_id = ${organization_id}
      union all select f.size from (
        select i.source_hash as hash from imports i join workspaces w on w.id = i.workspace_id
        where w.organization_id = ${organization_id} and w.erased_at is null
        union select i.prepared_hash from imports i join workspaces w on w.id = i.workspace_id
        where w.organization_id = ${organization_id} and w.erased_at is null
      ) as p join files f on f.hash = p.hash
      where not exists (select 1 from workspace_files h where h.hash = f.hash)
    ) as counted`.execute(db)
  return Number(found.rows[0]?.bytes ?? 0)
}

export async function findWorkspaceBytes(db: Reader, workspace_id: number): Promise<number> {
  const found = await db
    .selectFrom('workspace_storage')
    .select('bytes')
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst()
  return Number(found?.bytes ?? 0)
}

export interface OrganizationStorage {
  organization_id: number
  name: string
  bytes: number
}

/** The organizations that use the most, largest first. */
export async function listLargestOrganizations(db: Reader, limit: number): Promise<OrganizationStorage[]> {
  const found = await sql<OrganizationStorage>`
    select s.organization_id, o.name, s.bytes
    from (select organization_id, sum(bytes) as bytes from workspace_storage
          group by organization_id order by sum(bytes) desc, organization_id limit ${limit}) as s
    join organizations o on o.id = s.organization_id
    order by s.bytes desc, s.organization_id`.execute(db)
  return found.rows.map(row => ({ ...row, bytes: Number(row.bytes) }))
}
