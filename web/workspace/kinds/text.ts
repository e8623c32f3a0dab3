// Free text in the workspace.

import { computeTextSize, type DrawableOf, lineHeightFactor, textInk, textPadding } from '@tessera/drawing'
import { plainTextBox, type WorkspaceKind } from './kind-definition.ts'

export const text = {
  icon: 'text',
  style: [
    { type: 'color', field: 'fontColor', quick: ['ink', 'red', 'orange', 'green', 'blue'] },
    { type: 'color', field: 'backgroundColor', none: '#ffffff00' },
    { type: 'font-size', field: 'fontSize' },
    { type: 'toggle', field: 'fontWeight', on: 'bold' },
    { type: 'toggle', field: 'fontStyle', on: 'italic' },
  ],
  tools: [{ name: 'text', icon: 'text', key: 't', group: 1, use: { type: 'place' } }],
  initialData: () => ({ text: '', fontColor: '#1f2937', backgroundColor: '#ffffff00', fontSize: 48 }),
  open: { type: 'edit-text', label: 'open', icon: 'pen' },
  isEditedByTyping: true,
  textBox(object, typed, { theme }) {
    const padding = textPadding(object.fontSize)
    const fixed = fixedSizes(object)
    const size = computeTextSize({ ...object, text: typed, ...fixed, isTyped: true })
    const wraps = fixed.width !== null
    return {
      ...plainTextBox,
      box: {
        x: padding.x,
        y: padding.y,
        width: size.width - 2 * padding.x + (wraps ? 0 : object.fontSize),
        height: Math.max(size.height - 2 * padding.y, object.fontSize * lineHeightFactor),
      },
      paddingTop: 0,
      font: object,
      color: textInk(object, theme),
      isUppercase: object.textTransform === 'uppercase',
      wraps,
      isDeletedWhenEmpty: true,
      hasMarks: true,
      paintedBelow: { ...object, text: '', ...size },
    }
  },
} as const satisfies WorkspaceKind<'text'>

/**
 * The sizes that a user has set; null for those that follow the text. A size follows the text if it is exactly what the
 * text needs.
 */
function fixedSizes(object: DrawableOf<'text'>): { width: number | null; height: number | null } {
  const { width, height } = object
  const free = computeTextSize({ ...object, width: null, height: null })
  if (free.width === width && free.height === height) return { width: null, height: null }
  return { width, height: computeTextSize({ ...object, height: null }).height === height ? null : height }
}
