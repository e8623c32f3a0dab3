// The id of the object that the hash of the URL links to.

export function linkedId(): string | null {
  const hash = window.location.hash.slice(1)
  return /^[0-9a-f]{24}$/.test(hash) ? hash : null
}
