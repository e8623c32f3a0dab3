// Documents in the workspace: PDF and Office files. They share the upload tool of images.

import type { WorkspaceKind } from './kind-definition.ts'

export const document = {
  icon: 'outline',
  tools: [],
  upload: {
    accept: '.pdf,.doc,.docx,.ppt,.pptx,.xls,.xlsx',
    // Anything that is not an image: the service says if it cannot read it.
    takes: () => true,
    data: (file, at) => ({
      title: file.name.replace(/\.[^.]+$/, '').slice(0, 255) || 'document',
      x: Math.round(at.x - 408),
      y: Math.round(at.y - 300),
    }),
  },
} as const satisfies WorkspaceKind<'document'>
