// The most similar of a few named colors, for formats that allow any color.

export type Rgb = readonly [red: number, green: number, blue: number]

/** Null if it is not a hexadecimal color. */
export function readHex(text: unknown): Rgb | null {
  if (typeof text !== 'string') return null
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim())?.[1]
  if (digits === undefined) return null
  const pairs = digits.length <= 4 ? [...digits].map(one => one + one) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = pairs.map(pair => Number.parseInt(pair, 16))
  return [red, green, blue]
}

export function nearestColor<Name extends string>(
  color: Rgb,
  table: Readonly<Record<Name, { readonly fill: string }>>,
): Name {
  const distances = Object.entries<{ readonly fill: string }>(table).map(
    ([name, { fill }]) => [distance(color, readHex(fill) ?? [0, 0, 0]), name as Name] as const,
  )
  return distances.reduce((best, one) => (one[0] < best[0] ? one : best))[1]
}

/** Weighted by the sensitivity of the eye. */
const distance = (a: Rgb, b: Rgb) => 2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + 3 * (a[2] - b[2]) ** 2
