// Connectors in the workspace.

import type { WorkspaceKind } from './kind-definition.ts'

export const connector = {
  icon: 'connector',
  styleNumbers: ['width'],
  tools: [{ name: 'connector', icon: 'connector', key: 'a', group: 1, use: { type: 'connect' } }],
} as const satisfies WorkspaceKind<'connector'>
