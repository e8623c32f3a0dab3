// The server returns file URLs with PUBLIC_URL as their origin. If the page was opened under another origin (a tunnel, a
// second host name), its content security policy only allows that origin, so the URL is made relative.

export function localAddress(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin)
  return pathname + search
}
