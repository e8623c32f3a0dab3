// Keys of the installation, and sealed secrets.

export { requireSecretKey, sealAll, sealStoredSecrets } from './seal-stored-secrets.ts'
export { sealedColumns } from './sealed-columns.ts'
export { openSealedSecrets, type SealedSecrets } from './sealed-secrets.ts'
export { getSecret, getSecretPair, rotateSecret, rotateSecretPair, type SecretPair } from './secrets.ts'
