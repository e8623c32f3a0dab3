// Mentions in comments: an @ with the email address of a member. Finds the mention being typed, and splits text at
// mentions.

export interface Member {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

export interface OpenMention {
  /** The position of its @. */
  readonly start: number
  readonly typed: string
}

/** The mention at the caret, or null. */
export function openMentionAt(text: string, caret: number): OpenMention | null {
  const found = /(?:^|[^\p{L}\p{N}_.+-])@([^\s@]*(?:@[^\s@]*)?)$/u.exec(text.slice(0, caret))
  if (!found) return null
  const typed = found[1] as string
  return { start: caret - typed.length - 1, typed }
}

export function findMatching(people: readonly Member[], typed: string): Member[] {
  const wanted = typed.toLowerCase()
  const hits = ({ email, first_name, last_name }: Member) =>
    [email, first_name, last_name, `${first_name} ${last_name}`].some(word => word.toLowerCase().startsWith(wanted))
  return people.filter(hits).slice(0, 6)
}

/** The text with the complete mention, and the new position of the caret. */
export function withMention(
  text: string,
  caret: number,
  { start }: OpenMention,
  email: string,
): { text: string; caret: number } {
  const mention = `@${email} `
  return { text: text.slice(0, start) + mention + text.slice(caret).replace(/^ /, ''), caret: start + mention.length }
}

export interface TextPart {
  readonly text: string
  /** The mentioned person. */
  readonly person: Member | null
}

export function splitMentions(text: string, people: readonly Member[]): TextPart[] {
  const byEmail = new Map(people.map(person => [person.email.toLowerCase(), person]))
  return text.split(/(@[^\s@<>(),;:"\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)/u).flatMap(part => {
    if (part === '') return []
    return [{ text: part, person: part.startsWith('@') ? (byEmail.get(part.slice(1).toLowerCase()) ?? null) : null }]
  })
}
