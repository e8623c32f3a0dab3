// For the nouns whose things hold files.

export { eraseHeldFiles, insertFiles as recordFiles, insertHeldFiles as recordHeldFiles } from './file-record-store.ts'
