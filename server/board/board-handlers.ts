// The handlers of the operations on a board: objects, comments, the log and listeners.

import type { SignFile } from '../platform/files/index.ts'
import type { SealedSecrets } from '../platform/secrets/index.ts'
import type { WritePath } from './changes/write-path.ts'
import { commentHandlers } from './comments/comments.ts'
import { eventHandlers } from './events/events.ts'
import { listenerHandlers } from './listeners/listeners.ts'
import { objectHandlers } from './objects/objects.ts'
import type { ReceiveFile } from './objects/received-file.ts'

export interface BoardDependencies {
  readonly writePath: WritePath
  readonly sign: SignFile
  readonly sealedSecrets: SealedSecrets
  /** Stores the uploaded file of a create and recognizes its type, or fetches it from its URL. */
  readonly receive: ReceiveFile
}

export const boardHandlers = (dependencies: BoardDependencies) => ({
  ...objectHandlers(dependencies),
  comments: commentHandlers(dependencies),
  events: eventHandlers(dependencies),
  listeners: listenerHandlers(dependencies),
})
