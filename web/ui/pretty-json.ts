// Indented JSON that keeps lists of numbers or strings, such as the points of a stroke, on one line.

export function prettyJson(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map(item => prettyJson(item, deeper))
    const isFlat = value.every(item => item === null || typeof item !== 'object')
    return isFlat ? `[${items.join(', ')}]` : lines('[', items, ']', indent)
  }
  const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${prettyJson(one, deeper)}`)
  return fields.length === 0 ? '{}' : lines('{', fields, '}', indent)
}

const lines = (open: string, parts: readonly string[], close: string, indent: string) =>
  `${open}\n${parts.map(part => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`
