// Images in the workspace.

import type { Point } from '@tessera/drawing'
import type { WorkspaceKind } from './kind-definition.ts'

export const image = {
  icon: 'upload',
  tools: [{ name: 'upload', icon: 'upload', key: 'u', group: 3, use: { type: 'choose-files' } }],
  upload: {
    accept: 'image/png,image/jpeg,image/gif,image/webp,image/tiff',
    takes: file => file.type.startsWith('image/'),
    data: sizedToScreen,
  },
} as const satisfies WorkspaceKind<'image'>

/** Scaled down so that all of it fits on a usual screen. */
async function sizedToScreen(file: File, at: Point): Promise<{ x: number; y: number; scale: number }> {
  const size = await createImageBitmap(file).catch(() => null)
  const { width, height } = size ?? { width: 800, height: 600 }
  size?.close()
  const scale = Math.max(0.5, Math.min(1, Math.round((1_600 / Math.max(width, height)) * 100) / 100))
  return { x: Math.round(at.x - (width * scale) / 2), y: Math.round(at.y - (height * scale) / 2), scale }
}
