// Each route has one spelling of its path. The router decodes paths, and a rule of a proxy that names a path would not match
// the other spellings.

/** `route` is the template. Only its parameters may be percent-encoded. */
export function isCanonicalPath(url: string, route: string): boolean {
  const path = url.split('?', 1)[0] as string
  if (path.includes('#')) return false
  if (!path.includes('%')) return true
  const parts = path.split('/')
  return route.split('/').every((name, index) => /^[:*]/.test(name) || name === parts[index])
}
