// The path to continue with after signing in. Never leads to another site (open redirect).

const anyOrigin = 'http://local.invalid'

export function localPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\')) return '/'
  const url = URL.parse(next, anyOrigin)
  return url?.origin === anyOrigin ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/'
}
