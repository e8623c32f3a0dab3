// Backups of a whole installation, and restoring them.

export { backUp } from './back-up.ts'
export { type ArchiveKey, isEncryptedArchive } from './encrypt-archive.ts'
export type { Manifest } from './manifest.ts'
export { restore } from './restore.ts'
