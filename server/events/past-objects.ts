// A workspace as it was, read from its log.

export { type EndedThing, listEnded, listEndedBetween, listObjectsAt } from './event-store.ts'
