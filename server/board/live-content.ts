// What the live socket needs of a board: its log, its state, and how it is changed.

import type { Handlers } from '../accounts/handler.ts'
import { workspaceRoleView } from '../accounts/roles/index.ts'
import type { SignFile } from '../platform/files/index.ts'
import type { Database } from '../platform/sql/index.ts'
import { eventTextsWritten, listEventTexts } from './events/event-text.ts'
import { liveChange } from './live/live-change.ts'
import type { LiveDomain } from './live/live-domain.ts'
import { readBoardText } from './records/board-text.ts'

interface ContentDependencies {
  readonly db: Database
  readonly sign: SignFile
  /** The bulk change operation. */
  readonly change: Handlers<'objects'>['change']
}

type LiveContent = Pick<LiveDomain, 'db' | 'change' | 'eventsWritten' | 'readEvents' | 'readBoard' | 'roleView'>

export const liveContent = ({ db, sign, change }: ContentDependencies): LiveContent => ({
  db,
  change: liveChange(change),
  eventsWritten: (tx, workspace_id) => eventTextsWritten(tx, workspace_id, sign),
  readEvents: (workspace_id, after, limit) => listEventTexts(db.read, workspace_id, { after, limit, sign }),
  readBoard: workspace_id => readBoardText(db, workspace_id, sign),
  roleView: workspaceRoleView,
})
