// The document that the page buttons control: the pressed one while it is in view, otherwise the one that fills most of
// the view, unless it is too small.

import type { Box } from '@tessera/drawing'

/** The share of the view that a document must fill for its buttons to appear. */
const minVisibleShare = 0.12
/** In screen pixels: a smaller page is not readable. */
const minWidth = 160

export interface VisibleDocument {
  readonly id: string
  readonly box: Box
}

export function focusedDocument(
  documents: readonly VisibleDocument[],
  { view, zoom, pressed }: { view: Box; zoom: number; pressed: string | null },
): VisibleDocument | null {
  const seen = documents.map(document => ({
    document,
    part: overlapArea(document.box, view) / (view.width * view.height),
  }))
  const chosen = seen.find(({ document, part }) => document.id === pressed && part > 0)
  if (chosen) return chosen.document
  const large = seen.filter(({ document, part }) => part >= minVisibleShare && document.box.width * zoom >= minWidth)
  return large.sort((one, other) => other.part - one.part)[0]?.document ?? null
}

function overlapArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}
