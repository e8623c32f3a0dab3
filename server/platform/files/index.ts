// Stored files: storage, types, URLs, limits, sweeping.

export { UnrecognizedFile } from './byte-source.ts'
export { detectStoredDocument, detectStoredImage, withTemporaryImage } from './detect-stored.ts'
export { openDiskStorage } from './disk-storage.ts'
export { enqueueSweepIfDue } from './enqueue-sweep.ts'
export { eraseWorkspaceFiles, insertFiles, markErased } from './file-record-store.ts'
export {
  FileMissing,
  type FileStorage,
  FileTooLarge,
  isHash,
  nullIfFileMissing,
  StorageFull,
  StorageUnavailable,
} from './file-storage.ts'
export { pictureMime, pictureViews, type StoredPicture } from './picture-view.ts'
export { fileSigner, fileUrlExpiry, type SignedFile, type SignFile, signFileUrl, verifyFileUrl } from './signed-url.ts'
export {
  checkStorage,
  loadStorageAllowance,
  requireRoomForCopy,
  requireRoomOfCopy,
  StorageAllowance,
} from './storage-allowance.ts'
export { onlyServedFiles, removeErasedFiles, sweepFiles, withSweepProtection } from './sweep-files.ts'
export { type StorageHealth, watchStorage } from './watch-storage.ts'
export { findOrganizationBytes, insertWorkspaceFiles, listLargestOrganizations } from './workspace-storage-store.ts'
