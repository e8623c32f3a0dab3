// Strokes in the workspace, drawn with the pen or the eraser.

import type { WorkspaceKind } from './kind-definition.ts'

export const stroke = {
  icon: 'pen',
  tools: [
    { name: 'pen', icon: 'pen', key: 'p', group: 2, use: { type: 'draw', brush: 'Pen' } },
    { name: 'eraser', icon: 'eraser', key: 'e', group: 2, use: { type: 'draw', brush: 'Eraser' } },
  ],
} as const satisfies WorkspaceKind<'stroke'>
