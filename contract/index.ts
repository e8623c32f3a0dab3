// The whole contract in one import.

export {
  type Arrangement,
  type Change,
  type ChangeResult,
  changeOptions,
  type Edit,
  type ListedChange,
  type ObjectName,
  type StackMove,
  stackMoves,
} from './change-list.ts'
export * from './events.ts'
export * from './field-errors.ts'
export * from './field-values.ts'
export * from './formats.ts'
export * from './import-report.ts'
export type { CheckRule, Kind, Upload } from './kind.ts'
export * from './kinds/index.ts'
export * from './operation.ts'
export * from './operations/index.ts'
export * from './organization-settings.ts'
export * from './paging.ts'
export * from './path-parameters.ts'
export * from './permissions.ts'
export { DocumentPage } from './picture.ts'
export * from './problem.ts'
export * from './records/index.ts'
export * from './references.ts'
export * from './request-limits.ts'
export * from './scopes.ts'
export * from './stacking.ts'
export { maxId } from './values.ts'
