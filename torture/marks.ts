// The marks that changes leave in the log: the first line of a note, the position of a picture, the id of a deleted
// object.

import type { Event } from '@tessera/client'

export const deletionMark = (id: string) => `deletion of ${id}`
export const pictureMark = (x: number) => `picture at ${x}`

/** Counts how often each mark is in a log. An update that does not change the text leaves no mark. */
export function marksIn(log: readonly Event[]): Map<string, number> {
  const counts = new Map<string, number>()
  const texts = new Map<string, string>()
  const count = (mark: string) => counts.set(mark, (counts.get(mark) ?? 0) + 1)
  for (const { type, note, image } of log) {
    if (type === 'IMAGE_CREATE' && image) count(pictureMark(image.x))
    if (!note) continue
    if (type === 'NOTE_DELETE') count(deletionMark(note.id))
    else if (texts.get(note.id) !== markOf(note)) count(markOf(note))
    texts.set(note.id, markOf(note))
  }
  return counts
}

const markOf = ({ text }: { text: string }) => text.split('\n', 1)[0] as string
