// Splits code into tokens for highlighting: strings, field names, numbers, keywords, comments. It knows just enough of
// JSON, TypeScript and shell commands.

type TokenType = 'plain' | 'string' | 'name' | 'number' | 'word' | 'comment'

export interface Token {
  readonly type: TokenType
  readonly text: string
}

const patterns = [
  ['comment', /(?:^|(?<=\s))\/\/[^\n]*/],
  ['name', /"(?:[^"\\\n]|\\.)*"(?=\s*:)|\b\w+(?=: )/],
  ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'/],
  ['number', /(?<![\w.:/-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-])/],
  ['word', /\b(?:true|false|null|await|const|for|of|new|import|from|curl)\b/],
] as const satisfies readonly (readonly [TokenType, RegExp])[]

const anyOfThem = new RegExp(patterns.map(([sort, pattern]) => `(?<${sort}>${pattern.source})`).join('|'), 'gm')

export function highlight(code: string): Token[] {
  const pieces: Token[] = []
  let end = 0
  for (const match of code.matchAll(anyOfThem)) {
    if (match.index > end) pieces.push({ type: 'plain', text: code.slice(end, match.index) })
    pieces.push({ type: typeOf(match.groups ?? {}), text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push({ type: 'plain', text: code.slice(end) })
  return pieces
}

const typeOf = (groups: Record<string, string | undefined>): TokenType =>
  patterns.find(([sort]) => groups[sort] !== undefined)?.[0] ?? 'plain'
