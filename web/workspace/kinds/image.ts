// Images in the workspace.

import { measureAdvance } from '@tessera/drawing'
import { type MeasuredFile, plainTextBox, type WorkspaceKind } from './kind-definition.ts'

export const image = {
  icon: 'image',
  tools: [
    {
      name: 'upload',
      label: { en: 'Upload file', de: 'Bild oder Dokument' },
      addLabel: { en: 'Upload images or documents', de: 'Bilder oder Dokumente hinzufügen' },
      icon: 'upload',
      key: 'u',
      group: 3,
      use: { type: 'choose-files' },
    },
  ],
  upload: {
    accept: 'image/png,image/jpeg,image/gif,image/webp,image/tiff',
    takes: file => file.type.startsWith('image/'),
    measure: fitToScreen,
  },
  textBox(object, text, { zoom }) {
    const perUnit = zoom * object.scale
    const fontSize = nameFontSize / perUnit
    const font = { fontFamily: 'Helvetica', fontSize, fontWeight: 'normal', fontStyle: 'normal' } as const
    const width = Math.max(measureAdvance(text, font) + 2 * fontSize, minNameWidth / perUnit)
    return {
      ...plainTextBox,
      // Below the picture, so that it stays visible while it is named.
      box: { x: 0, y: object.height + 8 / perUnit, width, height: 2 * fontSize },
      paddingTop: 0.375 * fontSize,
      font,
      color: '#ffffff',
      background: '#1f2937',
      isUppercase: false,
      wraps: false,
      isSingleLine: true,
      paintedBelow: object,
    }
  },
} as const satisfies WorkspaceKind<'image'>

/** In screen pixels. */
const nameFontSize = 16
const minNameWidth = 160

/** Scaled down so that all of it fits on a usual screen. */
async function fitToScreen(file: File): Promise<MeasuredFile> {
  const size = await createImageBitmap(file).catch(() => null)
  const { width, height } = size ?? { width: 800, height: 600 }
  size?.close()
  const scale = Math.max(0.5, Math.min(1, Math.round((1_600 / Math.max(width, height)) * 100) / 100))
  return { width: width * scale, height: height * scale, data: { scale } }
}
