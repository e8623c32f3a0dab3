// Pure functions and small types without state of the product.

export { coalesce } from './coalesce.ts'
export { highestOf } from './highest-of.ts'
export { hashSecret, newObjectId, newSecret, newUid, newUserId } from './ids.ts'
export { isoNow } from './iso-now.ts'
export { envelope, type Filter, readFilter, type Slice, sliceOf } from './list.ts'
export { mapInChunks } from './map-in-chunks.ts'
export { networkOf } from './network-of.ts'
export { Semaphore } from './semaphore.ts'
export { sentBytesOf } from './sent-bytes.ts'
export { someInChunks } from './some-in-chunks.ts'
export { sortInChunks } from './sort-in-chunks.ts'
export { mapInSteps, Steps } from './steps.ts'
