// The browsers that a user is signed in with.

import { Type } from 'typebox'
import { caller, get, Message, remove } from '../operation.ts'
import { Session } from '../records/index.ts'
import { boolean, optional } from '../values.ts'

export const sessions = {
  list: get('/sessions', {
    title: 'List My Sessions',
    description: 'Lists the browsers that you are signed in with. Look for browsers that you do not recognize.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Type.Object({ sessions: Type.Array(Session, { description: 'Your sessions' }) }),
    errors: 'A',
  }),
  deleteOthers: remove('/sessions', {
    title: 'End All Other Sessions',
    description:
      'Signs you out of every browser except this one, and revokes your personal tokens if you ask for it. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    body: Type.Object({
      tokens: optional(boolean({ default: false, description: 'True: all of your personal tokens are revoked, too' })),
      keep: optional(
        boolean({
          default: false,
          description: 'With `tokens`: the listeners and applications that were created with them stay',
        }),
      ),
    }),
    reply: Message,
    errors: 'A',
  }),
  delete: remove('/sessions/:session_id', {
    title: 'End a Session',
    description: 'Signs you out of one browser. Requires a recent sign-in.',
    needs: caller(),
    scopes: ['admin'],
    browserOnly: true,
    reply: Message,
    errors: 'A',
  }),
}
