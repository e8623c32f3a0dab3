// Notes in the workspace.

import { layOutTypedNote, lineHeightFactor, type NoteColor, noteColors, notePadding } from '@tessera/drawing'
import { plainTextBox, type WorkspaceKind } from './kind-definition.ts'

export const note = {
  icon: 'note',
  style: [
    { type: 'named-color', field: 'backgroundColor' },
    { type: 'toggle', field: 'fontWeight', on: 'bold' },
  ],
  tools: [{ name: 'note', icon: 'note', key: 'n', group: 1, use: { type: 'place' } }],
  initialData: () => ({ text: '', backgroundColor: 'Yellow' }),
  ghostFill: ({ backgroundColor }) => noteColors[backgroundColor as NoteColor].fill,
  isPlacedByDoubleClick: true,
  pastedFrom: 'text',
  open: { type: 'edit-text', label: 'open', icon: 'pen' },
  isEditedByTyping: true,
  isContinuedByTab: true,
  swatches: { backgroundColor: noteColors },
  textBox(object, text) {
    const { font, lines } = layOutTypedNote({ ...object, text: text === '' ? ' ' : text })
    const height = object.height - 2 * notePadding
    const needed = Math.max(1, lines.length) * font.fontSize * lineHeightFactor
    return {
      ...plainTextBox,
      box: { x: notePadding, y: notePadding, width: object.width - 2 * notePadding, height },
      paddingTop: Math.max(0, height - needed) / 2,
      font,
      align: 'center',
      color: noteColors[object.backgroundColor].ink,
      isUppercase: object.textTransform === 'uppercase',
      hasMarks: true,
      paintedBelow: { ...object, text: '' },
    }
  },
} as const satisfies WorkspaceKind<'note'>
