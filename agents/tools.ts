// The table of tools, in the order in which agents see them.

import { addCommentTool } from './add-comment-tool.ts'
import { arrangeTool } from './arrange-tool.ts'
import { changeBoardTool } from './change-board-tool.ts'
import { changesSinceTool } from './changes-since-tool.ts'
import { exportTool } from './export-tool.ts'
import { fetchTool } from './fetch-tool.ts'
import { importTool } from './import-tool.ts'
import { listCommentsTool } from './list-comments-tool.ts'
import { listWorkspacesTool } from './list-workspaces-tool.ts'
import { lookTool } from './look-tool.ts'
import { readBoardTool } from './read-board-tool.ts'
import { readDocumentTool } from './read-document-tool.ts'
import { searchTool } from './search-tool.ts'
import type { McpTool } from './tool.ts'
import { undoTool } from './undo-tool.ts'

export const tools: readonly McpTool[] = [
  listWorkspacesTool,
  readBoardTool,
  lookTool,
  changeBoardTool,
  arrangeTool,
  undoTool,
  addCommentTool,
  listCommentsTool,
  changesSinceTool,
  readDocumentTool,
  searchTool,
  fetchTool,
  importTool,
  exportTool,
]
