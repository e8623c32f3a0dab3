// The cookies of a request, by name.

export function readCookies(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split(';').map(pair => pair.trim().split('='))
  // If a name occurs twice the first one wins: browsers send the more specific cookie first.
  return new Map(pairs.map(([name = '', ...value]): [string, string] => [name, value.join('=')]).reverse())
}
