// A large message that is refused before it is parsed, because its sender has no requests left. The refusal of a change
// needs its id, which clients send before the list of changes.

const maxIdAt = 200
const idOfChange = /^\s*\{\s*"type"\s*:\s*"change"\s*,\s*"id"\s*:\s*"([^"\\]{1,64})"/

/** Null if it is not a change, or its id is not at its start. */
export const findChangeId = (bytes: Buffer): string | null =>
  idOfChange.exec(bytes.toString('utf8', 0, maxIdAt))?.[1] ?? null
