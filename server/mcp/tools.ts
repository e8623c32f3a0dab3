// The table of tools, in the order in which agents see them.

import { listWorkspacesTool } from './list-workspaces-tool.ts'
import type { McpTool } from './tool.ts'

export const tools: readonly McpTool[] = [listWorkspacesTool]
