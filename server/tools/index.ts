// Pure functions and small types without state of the product.

export { coalesce } from './coalesce.ts'
export { highestOf } from './highest-of.ts'
export { hashSecret, newObjectId, newSecret, newUid } from './ids.ts'
export { isoNow } from './iso-now.ts'
export { envelope, type Filter, readFilter, type Slice, sliceOf } from './list.ts'
export { mapInChunks } from './map-in-chunks.ts'
export { Semaphore } from './semaphore.ts'
export { someInChunks } from './some-in-chunks.ts'
export { sortInChunks } from './sort-in-chunks.ts'
