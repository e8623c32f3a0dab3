// Documents in the workspace: PDF and Office files. They share the upload tool of images.

import { type DrawableOf, renderers } from '@tessera/drawing'
import type { WorkspaceKind } from './kind-definition.ts'

export const document = {
  icon: 'document',
  tools: [],
  upload: {
    accept: '.pdf,.doc,.docx,.ppt,.pptx,.xls,.xlsx',
    // Anything that is not an image: the service says if it cannot read it.
    takes: () => true,
    // The service decides the type by the content of the file; its name is a good guess of how large it will be.
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
