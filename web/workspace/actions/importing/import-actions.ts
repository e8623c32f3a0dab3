// The action that opens the Import dialog.

import type { Action } from '../action.ts'

export const importActions = {
  import: {
    icon: 'upload',
    isAvailable: ({ rights }) => rights.canEdit,
    run({ dialog, placementPoint }, at) {
      placementPoint.set(at ?? null)
      dialog.set('import')
    },
  },
} satisfies Readonly<Record<string, Action>>
