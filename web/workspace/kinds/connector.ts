// Connectors in the workspace.

import type { WorkspaceKind } from './kind-definition.ts'

export const connector = {
  icon: 'connector',
  styleNumbers: ['width'],
  tools: [],
} as const satisfies WorkspaceKind<'connector'>
