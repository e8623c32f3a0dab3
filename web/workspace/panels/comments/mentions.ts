// Mentions in what is written: an @ and the address of somebody who has access. Finding the one that is being typed, and
// telling them apart from the words around them.

export interface Member {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

export interface OpenMention {
  /** Where its @ stands. */
  readonly start: number
  readonly typed: string
}

/** The mention that the caret is in, or null. */
export function openMentionAt(text: string, caret: number): OpenMention | null {
  const found = /(?:^|[^\p{L}\p{N}_.+-])@([^\s@]*(?:@[^\s@]*)?)$/u.exec(text.slice(0, caret))
  if (!found) return null
  const typed = found[1] as string
  return { start: caret - typed.length - 1, typed }
}

export function matching(people: readonly Member[], typed: string): Member[] {
  const wanted = typed.toLowerCase()
  const hits = ({ email, first_name, last_name }: Member) =>
    [email, first_name, last_name, `${first_name} ${last_name}`].some(word => word.toLowerCase().startsWith(wanted))
  return people.filter(hits).slice(0, 6)
}

/** The text with the mention written out, and where the caret is then. */
export function withMention(
  text: string,
  caret: number,
  { start }: OpenMention,
  email: string,
): { text: string; caret: number } {
  const said = `@${email} `
  return { text: text.slice(0, start) + said + text.slice(caret).replace(/^ /, ''), caret: start + said.length }
}

export interface TextPart {
  readonly text: string
  /** The person who is named here. */
  readonly person: Member | null
}

export function splitMentions(text: string, people: readonly Member[]): TextPart[] {
  const byEmail = new Map(people.map(person => [person.email.toLowerCase(), person]))
  return text.split(/(@[^\s@<>(),;:"\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)/u).flatMap(part => {
    if (part === '') return []
    return [{ text: part, person: part.startsWith('@') ? (byEmail.get(part.slice(1).toLowerCase()) ?? null) : null }]
  })
}
