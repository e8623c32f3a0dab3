// Code cut into pieces by what they are, for colour: strings, the names of fields, numbers, words of the language,
// comments. It knows just enough of JSON, TypeScript and shell lines for that.

type Sort = 'plain' | 'string' | 'name' | 'number' | 'word' | 'comment'

export interface Piece {
  readonly sort: Sort
  readonly text: string
}

const patterns = [
  ['comment', /(?:^|(?<=\s))\/\/[^\n]*/],
  ['name', /"(?:[^"\\\n]|\\.)*"(?=\s*:)|\b\w+(?=: )/],
  ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'/],
  ['number', /(?<![\w.:/-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-])/],
  ['word', /\b(?:true|false|null|await|const|for|of|new|import|from|curl)\b/],
] as const satisfies readonly (readonly [Sort, RegExp])[]

const anyOfThem = new RegExp(patterns.map(([sort, pattern]) => `(?<${sort}>${pattern.source})`).join('|'), 'gm')

export function highlight(code: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(anyOfThem)) {
    if (match.index > end) pieces.push({ sort: 'plain', text: code.slice(end, match.index) })
    pieces.push({ sort: sortOf(match.groups ?? {}), text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push({ sort: 'plain', text: code.slice(end) })
  return pieces
}

const sortOf = (groups: Record<string, string | undefined>): Sort =>
  patterns.find(([sort]) => groups[sort] !== undefined)?.[0] ?? 'plain'
