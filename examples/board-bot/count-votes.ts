// Counts votes: a comment "+1" on a note is a vote, one for each person.

import type { Canvas, Comment, LiveWorkspace, Note } from '@tessera/client'

export const isCommand = (text: string) => text.trim().toLowerCase() === '/count'

/** The notes to vote for: those on the same canvas as the command, or all if it lies on none. */
export function listCandidates(live: LiveWorkspace, command: Note): Note[] {
  const objects = [...live.objects.values()]
  const canvas = objects.find((one): one is Canvas & { kind: 'canvas' } => one.kind === 'canvas' && isOn(command, one))
  return objects.flatMap(one =>
    one.kind === 'note' && one.id !== command.id && (!canvas || isOn(one, canvas)) ? [one] : [],
  )
}

export function countVotes(comments: readonly Comment[]): number {
  return new Set(comments.filter(({ text }) => text.trim() === '+1').map(({ author }) => author.id)).size
}

/** The ranking as the text of a note: a numbered list, which the board renders. */
export function formatRanking(counted: readonly { readonly title: string; readonly votes: number }[]): string {
  const ranked = counted.filter(({ votes }) => votes > 0).sort((a, b) => b.votes - a.votes)
  if (!ranked.length) return '**No votes yet.** Comment +1 on a note to vote for it.'
  return ['**Votes**', ...ranked.map(({ title, votes }, index) => `${index + 1}. ${title}: ${votes}`)].join('\n')
}

const isOn = ({ x, y }: Note, canvas: Canvas) =>
  x >= canvas.x && y >= canvas.y && x < canvas.x + canvas.width && y < canvas.y + canvas.height
