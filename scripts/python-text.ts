// Text of Python files: names, literals and docstrings, in lines of at most 120 characters.

const maxColumns = 120

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** Whether it can be the name of a field in a class. */
export const isIdentifier = (name: string) =>
  /^[A-Za-z_]\w*$/.test(name) && !name.startsWith('__') && !keywords.has(name)

/** `listDeleted` as `list_deleted`; a word that Python reserves gets an underscore at its end. */
export function snakeCase(name: string): string {
  const words = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  return keywords.has(words) ? `${words}_` : words
}

/** `second_factors`, `second-factors` and `secondFactors` as `SecondFactors`. */
export const pascalCase = (name: string) =>
  name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, _separator, letter) => letter.toUpperCase())

export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  // A JSON string is a Python string, too.
  return JSON.stringify(value)
}

/** `Name[a, b]`, over several lines if it is too long for one. */
export function subscript(name: string, items: readonly string[], indent: number, used = 0): string {
  const line = `${name}[${items.join(', ')}]`
  if (used + line.length <= maxColumns) return line
  return `${name}[\n${items.map(item => `${spaces(indent + 4)}${item},\n`).join('')}${spaces(indent)}]`
}

/** A call or a signature: on one line if it fits, otherwise with an argument per line. */
export function argumentList(before: string, args: readonly string[], after: string, indent: number): string {
  const line = `${spaces(indent)}${before}(${args.join(', ')})${after}`
  if (line.length <= maxColumns) return line
  const lines = args.map(arg => `${spaces(indent + 4)}${arg},\n`)
  return `${spaces(indent)}${before}(\n${lines.join('')}${spaces(indent)})${after}`
}

/** A docstring of paragraphs; empty without any. */
export function docstring(paragraphs: readonly string[], indent: number): string {
  const texts = paragraphs.map(escapeText).filter(Boolean)
  if (!texts.length) return ''
  const wrapped = texts.map(text => wrap(text, maxColumns - indent - 3))
  const [first = ''] = wrapped
  if (wrapped.length === 1 && !first.includes('\n') && first.length + indent + 6 <= maxColumns) {
    return `${spaces(indent)}"""${first}"""\n`
  }
  const lines = wrapped.join('\n\n').split('\n')
  const body = lines.map((line, index) => (index === 0 || !line ? line : spaces(indent) + line)).join('\n')
  return `${spaces(indent)}"""${body}\n${spaces(indent)}"""\n`
}

/** A sentence ends with a period. */
export const sentence = (text: string) => (text === '' || /[.!?…:]$/.test(text) ? text : `${text}.`)

const escapeText = (text: string) =>
  text.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')

/** Lines that are indented, such as the notes on arguments, keep their indentation and continue further in. */
const wrap = (text: string, columns: number) =>
  text
    .split('\n')
    .map(line => wrapLine(line, columns))
    .join('\n')

function wrapLine(text: string, columns: number): string {
  const indent = /^ */.exec(text)?.[0] ?? ''
  const [first = '', ...words] = text.trim().split(/\s+/)
  const lines = [indent + first]
  for (const word of words) {
    const last = lines.at(-1) as string
    if (last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${indent && `${indent}    `}${word}`)
  }
  return lines.join('\n')
}

const spaces = (count: number) => ' '.repeat(count)
