// Where a person is signed in.

import { Type } from 'typebox'
import { caller, get, Message, remove } from '../operation.ts'
import { Session } from '../records/index.ts'

// biome-ignore format: a table
export const sessions = {
  list:   get('/sessions',                { title: 'List My Sessions',  needs: caller(), reply: Type.Object({ sessions: Type.Array(Session) }), errors: 'A' }),
  delete: remove('/sessions/:session_id', { title: 'End a Session',     needs: caller(), reply: Message, errors: 'A' }),
}
