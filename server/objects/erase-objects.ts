// The end of a workspace's objects, without events: nobody is left to read them.

export { eraseObjects } from './object-store.ts'
