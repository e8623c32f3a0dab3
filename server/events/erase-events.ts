// The end of a workspace's log, with the workspace itself.

export { eraseEvents } from './event-store.ts'
