// The cookies of a request, by name.

export function readCookies(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split(';').map(pair => pair.trim().split('='))
  // Of two with one name the first counts: browsers send the more specific one first.
  return new Map(pairs.map(([name = '', ...value]): [string, string] => [name, value.join('=')]).reverse())
}
