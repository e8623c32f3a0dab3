// The object that the address of a page names: the part behind # is its id.

export function linkedId(): string | null {
  const hash = window.location.hash.slice(1)
  return /^[0-9a-f]{24}$/.test(hash) ? hash : null
}
