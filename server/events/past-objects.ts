// A workspace as it was, read from its log.

export { listObjectsAt } from './event-store.ts'
