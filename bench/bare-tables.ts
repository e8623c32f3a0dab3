// The tables of the bare server: the columns of a note and of a workspace, and one prepared statement per operation.

import { kinds, type ObjectRecord } from '@tessera/contract'
import pg from 'pg'
import { type Fixtures, pageSize } from './fixtures.ts'

export type BareNote = ObjectRecord<'note'>
type BareWorkspace = Fixtures['workspaces']['workspaces'][number]

const noteColumns = Object.keys(kinds.note.Record.properties) as (keyof BareNote)[]
const sqlTypes = { string: 'text', boolean: 'boolean', number: 'double precision' } as Record<string, string>
const statements = {
  insertNote: `insert into notes (${quoteNames(noteColumns)}) values (${noteColumns.map((_, index) => `$${index + 1}`)})`,
  insertNotes: 'insert into notes select * from json_populate_recordset(null::notes, $1)',
  listNotes: `select * from notes order by id limit ${pageSize}`,
  findWorkspace: 'select * from workspaces where uid = $1',
  listWorkspaces: `select * from workspaces order by name, id limit ${pageSize}`,
}

export async function openBareTables(databaseUrl: string, fixtures: Fixtures) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const run = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows
  const query = (name: keyof typeof statements, values: unknown[] = []) => run(name, statements[name], values)
  await fill(pool, fixtures)
  // Adds what a row does not contain: the role and the owner.
  const completed = (row: object) => ({ ...fixtures.workspace.workspace.properties, ...row }) as BareWorkspace
  return {
    insertNote: (note: BareNote) =>
      query(
        'insertNote',
        noteColumns.map(name => note[name]),
      ),
    insertNotes: (notes: readonly BareNote[]) => query('insertNotes', [JSON.stringify(notes)]),
    async updateNote(id: string, changes: object): Promise<BareNote> {
      const names = Object.keys(changes)
      const set = names.map((name, index) => `"${name}" = $${index + 2}`)
      const text = `update notes set ${set}, version = version + 1 where id = $1 returning *`
      return (await run(`update ${names}`, text, [id, ...Object.values(changes)]))[0]
    },
    listNotes: (): Promise<BareNote[]> => query('listNotes'),
    findWorkspace: async (uid: string) => completed((await query('findWorkspace', [uid]))[0]),
    listWorkspaces: async () => (await query('listWorkspaces')).map(completed),
  }
}

async function fill(pool: pg.Pool, { workspaces, notes }: Fixtures): Promise<void> {
  const plain = workspaces.workspaces.map(flat)
  await makeTable(pool, 'notes', notes.notes, 'id')
  await makeTable(pool, 'workspaces', plain, 'uid')
  await pool.query('analyze')
}

/** The fields of a record that fit into a column. */
const flat = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => (typeof value) in sqlTypes))

async function makeTable(pool: pg.Pool, name: string, rows: readonly object[], key: string): Promise<void> {
  // What is null in the first row, such as the group of a note, is a text.
  const columns = Object.entries(rows[0] as object).map(
    ([column, value]) => `"${column}" ${sqlTypes[typeof value] ?? 'text'}`,
  )
  await pool.query(`create table ${name} (${columns}, primary key (${key}))`)
  await pool.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
    JSON.stringify(rows),
  ])
}

function quoteNames(names: readonly string[]): string {
  return names.map(name => `"${name}"`).join(', ')
}
