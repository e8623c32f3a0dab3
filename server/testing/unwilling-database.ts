// A database that refuses rows for reasons that no rule of ours foresees.

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * From now on no object is made whose text is 'refused'. On PostgreSQL one whose text is 'unlucky' fails the first time, as
 * if it and another waited for each other.
 */
export async function makeUnwilling(db: Database): Promise<void> {
  await db.rebuild(async tx => {
    for (const statement of statements[db.engine]) await sql.raw(statement).execute(tx)
  })
}

// What a sequence has counted stays counted when the transaction is undone.
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
