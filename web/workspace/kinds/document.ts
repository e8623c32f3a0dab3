// Documents in the workspace: PDF and Office files. They share the upload tool of images.

import { type DrawableOf, renderers } from '@tessera/drawing'
import type { WorkspaceKind } from './kind-definition.ts'

export const document = {
  icon: 'document',
  tools: [],
  upload: {
    accept: '.pdf,.doc,.docx,.ppt,.pptx,.xls,.xlsx',
    // Any file that is not an image: the server reports if it cannot read it.
    takes: () => true,
    // The server decides the type by the content of the file; the name is a good guess at its size on the board.
    measure: file => ({
      ...sizeOf(file.name),
      data: { title: file.name.replace(/\.[^.]+$/, '').slice(0, 255) || 'document' },
    }),
  },
} as const satisfies WorkspaceKind<'document'>

function sizeOf(name: string): { width: number; height: number } {
  const type = /\.ppt/i.test(name) ? 'powerpoint' : /\.xls/i.test(name) ? 'excel' : 'pdf'
  const { width, height } = renderers.document.frame({ type, x: 0, y: 0, scale: 1 } as DrawableOf<'document'>)
  return { width, height }
}
