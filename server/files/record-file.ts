// For the nouns whose things hold files.

export { insertFiles as recordFiles } from './file-record-store.ts'
