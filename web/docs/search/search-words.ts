// The words of texts and queries: their forms, and words that mean the same.

/** Lower-case words. Camel case is split: listUsers becomes list and users. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(word => word !== '')

/** Strips the endings of the plural and of verbs: `uploads`, `uploading` and `upload` are the same. */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=\w{3})(?:ing|ed)$/, '')
    .replace(/(?<!s)s$/, '')
    .replace(/e$/, '')
}

/** The word and its synonyms in this documentation. */
export const expandWord = (word: string): string[] => [word, ...(synonyms[stemOf(word)] ?? [])]

const synonyms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    sticky: ['note'],
    postit: ['note'],
    webhook: ['listener'],
    hook: ['webhook', 'listener'],
    bulk: ['changes'],
    batch: ['bulk', 'changes'],
    oauth: ['authorization'],
    login: ['authorization', 'sign'],
    auth: ['authorization'],
    throttle: ['rate', 'limit'],
    pagination: ['paging', 'page'],
    websocket: ['live', 'socket'],
    realtime: ['live'],
    retry: ['idempotency', 'retries'],
    idempotent: ['idempotency'],
    board: ['workspace'],
    arrow: ['connector'],
    line: ['connector', 'stroke'],
    frame: ['canvas'],
    drawing: ['stroke'],
    pdf: ['document'],
    file: ['upload', 'document'],
    attachment: ['upload', 'document'],
    permission: ['role'],
    scope: ['authorization'],
    cli: ['command'],
    terminal: ['command'],
    mcp: ['agent'],
    llm: ['agent'],
    sdk: ['client'],
    undo: ['restore', 'revert'],
    getting: ['quick'],
    tutorial: ['quick'],
    introduction: ['quick'],
  }).map(([word, others]) => [stemOf(word), others]),
)
