// The public API of the client: connect, openLive, openUndo, their errors, and the types of requests and responses.

export type {
  ApplicationFlag,
  Change,
  ChangeResult,
  CreateData,
  FieldError,
  KindName,
  KindPath,
  ListedChange,
  ObjectRecord,
  Operations,
  OrganizationFlag,
  Page,
  ProblemCode,
  UpdateData,
  WorkspaceFlag,
} from '@tessera/contract'
export {
  eventTypeNames,
  kindNames,
  listCausableEvents,
  matchesEventTypes,
  maxChanges,
  maxLimit,
} from '@tessera/contract'
export { canvasColors } from '@tessera/contract/kinds/canvas'
export { noteColors } from '@tessera/contract/kinds/note'
export { penColors } from '@tessera/contract/kinds/stroke'
export { fontFamilies } from '@tessera/contract/kinds/text'
export { browserStorage } from './live/browser-storage.ts'
export type * from './live/live-workspace.ts'
export { memoryStorage } from './live/memory-storage.ts'
export { openLive } from './live/open-live.ts'
export type { TokenSource } from './rest/call.ts'
export { type ConnectOptions, connect } from './rest/connect.ts'
export { ConnectionError, type ErrorCode, TesseraError } from './rest/errors.ts'
export type { FileInput } from './rest/form.ts'
export type { Client, MethodOf } from './rest/methods.ts'
export type * from './rest/records.ts'
export type { CallOptions } from './rest/request.ts'
export { openUndo, type UndoHistory, type UndoOutcome } from './undo/undo.ts'
