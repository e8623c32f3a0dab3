// Connectors in the workspace.

import { connectorLabel, frameOf, inkOnBoard } from '@tessera/drawing'
import { pointAlong } from '@tessera/drawing/path'
import { plainTextBox, type WorkspaceKind } from './kind-definition.ts'

export const connector = {
  icon: 'connector',
  style: [
    { type: 'color', field: 'color', quick: ['ink', 'red', 'orange', 'green', 'blue'] },
    { type: 'line', field: 'line', width: 'width' },
    { type: 'choice', field: 'path' },
    { type: 'choice', field: 'startCap' },
    { type: 'choice', field: 'endCap' },
  ],
  tools: [{ name: 'connector', icon: 'connector', key: 'a', group: 1, use: { type: 'connect' } }],
  initialData: () => ({ width: 4 }),
  open: { type: 'edit-text', label: 'open', icon: 'pen' },
  textBox(object, text, { theme }) {
    const paintedBelow = { ...object, label: '' }
    const corner = frameOf(paintedBelow)
    const { box, font, paddingTop } = connectorLabel({ ...object, label: text })
    // Room for the caret and the next character, on both sides, so that the text stays where it will be.
    const width = box.width + 2 * font.fontSize
    return {
      ...plainTextBox,
      box: { x: box.x - corner.x - font.fontSize, y: box.y - corner.y, width, height: box.height },
      paddingTop,
      font,
      align: 'center',
      color: inkOnBoard(object.color, theme),
      background: theme.board,
      isUppercase: false,
      paintedBelow,
    }
  },
  // Points away from the label.
  badgePoint: ({ points, labelAt }) =>
    pointAlong(
      points.map(([x = 0, y = 0]) => ({ x, y })),
      labelAt < 0.5 ? 0.75 : 0.25,
    ),
} as const satisfies WorkspaceKind<'connector'>
