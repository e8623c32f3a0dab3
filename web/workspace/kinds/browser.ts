// Web pages in the workspace.

import type { WorkspaceKind } from './kind-definition.ts'

export const browser = {
  icon: 'browser',
  tools: [{ name: 'browser', icon: 'browser', key: 'b', group: 3, use: { type: 'ask-address' } }],
  pastedFrom: 'web-address',
  open: { type: 'use-page', label: 'enter', icon: 'browser' },
} as const satisfies WorkspaceKind<'browser'>
