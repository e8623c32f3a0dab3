// Makes a database reject rows for reasons outside the rules of the server.

import { sql } from 'kysely'
import type { Database } from '../platform/sql/database.ts'

/**
 * After this, inserting an object with the text 'refused' fails. On PostgreSQL the first insert of one with the text
 * 'unlucky' fails like a deadlock.
 */
export async function makeDatabaseFail(db: Database): Promise<void> {
  await db.rebuild(async tx => {
    for (const statement of statements[db.engine]) await sql.raw(statement).execute(tx)
  })
}

// A sequence keeps its value when the transaction is rolled back.
const statements = {
  sqlite: [
    `create trigger refuse before insert on objects when new.search_text = 'refused'
     begin select raise(abort, 'refused'); end`,
  ],
  postgres: [
    'create sequence unlucky',
    `create function refuse() returns trigger language plpgsql as $$
     begin
       if new.search_text = 'refused' then raise exception 'refused'; end if;
       if new.search_text = 'unlucky' and nextval('unlucky') = 1 then
         raise exception using errcode = '40P01';
       end if;
       return new;
     end $$`,
    'create trigger refuse before insert on objects for each row execute function refuse()',
  ],
}
