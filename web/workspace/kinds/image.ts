// Images in the workspace.

import type { MeasuredFile, WorkspaceKind } from './kind-definition.ts'

export const image = {
  icon: 'upload',
  tools: [{ name: 'upload', icon: 'upload', key: 'u', group: 3, use: { type: 'choose-files' } }],
  upload: {
    accept: 'image/png,image/jpeg,image/gif,image/webp,image/tiff',
    takes: file => file.type.startsWith('image/'),
    measure: sizedToScreen,
  },
} as const satisfies WorkspaceKind<'image'>

/** Scaled down so that all of it fits on a usual screen. */
async function sizedToScreen(file: File): Promise<MeasuredFile> {
  const size = await createImageBitmap(file).catch(() => null)
  const { width, height } = size ?? { width: 800, height: 600 }
  size?.close()
  const scale = Math.max(0.5, Math.min(1, Math.round((1_600 / Math.max(width, height)) * 100) / 100))
  return { width: width * scale, height: height * scale, data: { scale } }
}
