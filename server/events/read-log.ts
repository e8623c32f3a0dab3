// Reading a workspace's log for those who pass it on.

export { type EventRow, listEvents, listEventsAt } from './event-store.ts'
