// What the contract says, in one import.

export * from './events.ts'
export type { Kind, Upload } from './kind.ts'
export * from './kinds/index.ts'
export * from './operation.ts'
export * from './operations/index.ts'
export * from './paging.ts'
export * from './permissions.ts'
export { DocumentPage } from './picture.ts'
export * from './problem.ts'
export * from './records/index.ts'
export { largestId } from './values.ts'
