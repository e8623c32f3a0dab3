// Strokes in the workspace, drawn with pen and highlighter, and erased.

import { themes } from '@tessera/drawing'
import type { WorkspaceKind } from './kind-definition.ts'

/** As on a light board; on a dark one the pens are a little lighter. */
const penSwatches = Object.fromEntries(Object.entries(themes.light.pens).map(([name, fill]) => [name, { fill }]))

export const stroke = {
  icon: 'pen',
  tools: [
    { name: 'pen', icon: 'pen', key: 'p', group: 2, use: { type: 'draw', brush: 'Pen' } },
    {
      name: 'highlighter',
      icon: 'highlighter',
      key: 'shift+p',
      group: 2,
      partOf: 'pen',
      use: { type: 'draw', brush: 'Highlighter' },
    },
    { name: 'eraser', icon: 'eraser', key: 'e', group: 2, use: { type: 'draw', brush: 'Eraser' } },
  ],
  swatches: { penColor: penSwatches },
} as const satisfies WorkspaceKind<'stroke'>
