// The published client, in one import: connect, its errors, and the types and words of the wire.

export type {
  ApplicationFlag,
  Change,
  ChangeResult,
  CreateData,
  FieldFault,
  KindName,
  KindPath,
  ObjectRecord,
  Operations,
  OrganizationFlag,
  Page,
  ProblemCode,
  UpdateData,
  WorkspaceFlag,
} from '@tessera/contract'
export { eventWords, kindNames, largestChangeList, largestLimit } from '@tessera/contract'
export { canvasColors } from '@tessera/contract/kinds/canvas'
export { noteColors } from '@tessera/contract/kinds/note'
export { penColors } from '@tessera/contract/kinds/stroke'
export { fontFamilies } from '@tessera/contract/kinds/text'
export { browserStorage } from './browser-storage.ts'
export type { TokenSource } from './call.ts'
export { type ConnectOptions, connect } from './connect.ts'
export { ConnectionError, type ErrorCode, TesseraError } from './errors.ts'
export type { FileInput } from './form.ts'
export type * from './live.ts'
export { memoryStorage } from './memory-storage.ts'
export type { Client, MethodOf } from './methods.ts'
export { openLive } from './open-live.ts'
export type * from './records.ts'
export type { CallOptions } from './request.ts'
export { openUndo, type UndoHistory, type UndoOutcome } from './undo.ts'
