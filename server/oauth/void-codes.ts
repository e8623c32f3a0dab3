// For those who take back what a user has allowed: a code that was not exchanged yet would give it again.

export { voidCodes } from './authorization-code-store.ts'
