// Files are told under the address people use; behind a tunnel or a second name the page must ask where it came from, since
// its policy allows no other place.

export function localAddress(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin)
  return pathname + search
}
