// Canvases in the workspace: named areas that move with the objects on them.

import { canvasColors, canvasTab, measureAdvance } from '@tessera/drawing'
import { plainTextBox, type WorkspaceKind } from './kind-definition.ts'

export const canvas = {
  icon: 'canvas',
  style: [{ type: 'named-color', field: 'borderColor' }],
  tools: [{ name: 'canvas', icon: 'canvas', key: 'f', group: 3, use: { type: 'place' } }],
  initialData: language => ({ name: newName[language], borderColor: 'Gray' }),
  open: { type: 'edit-text', label: 'rename', icon: 'pen' },
  swatches: { borderColor: canvasColors },
  textBox(object, text, { zoom }) {
    const { fill, ink } = canvasColors[object.borderColor]
    const painted = canvasTab({ ...object, name: text }, zoom)
    // On a small canvas the name may be painted smaller than is readable while typing.
    const fontSize = Math.max(painted.font.fontSize, minScreenFontSize / zoom)
    const font = { ...painted.font, fontSize }
    const scale = fontSize / painted.font.fontSize
    const width = Math.max(measureAdvance(text, font) + 1.3 * fontSize, 3 * fontSize)
    const height = painted.box.height * scale
    const y = painted.box.y * scale
    return {
      ...plainTextBox,
      box: { x: 0, y, width, height },
      paddingTop: Math.max(0, painted.baseline * scale - y - baselineRatio * fontSize),
      font,
      color: ink,
      background: fill,
      isUppercase: false,
      wraps: false,
      isSingleLine: true,
      paintedBelow: { ...object, name: text },
    }
  },
} as const satisfies WorkspaceKind<'canvas'>

const newName = { en: 'New canvas', de: 'Neuer Bereich' }
/** In screen pixels. */
const minScreenFontSize = 11
/** Distance from the top of a line of Helvetica to its baseline, relative to the font size. */
const baselineRatio = 0.97
