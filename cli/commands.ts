// The commands that call a server, in the order of the help.

import { api } from './api-command.ts'
import type { Command } from './command.ts'
import { completionFor } from './completion-command.ts'
import { exportWorkspace } from './export-workspace-command.ts'
import { importFile } from './import-file-command.ts'
import { listen } from './listen-command.ts'
import { login, logout, servers, useServer } from './login-command.ts'
import { mcp } from './mcp-command.ts'
import { trigger } from './trigger-command.ts'
import { inviteUser, listUsers, removeUser } from './users-command.ts'
import { whoami } from './whoami-command.ts'
import { createWorkspace, deleteWorkspace, listWorkspaces, openWorkspace, showWorkspace } from './workspaces-command.ts'

export const networkCommands: readonly Command[] = [
  listWorkspaces,
  createWorkspace,
  showWorkspace,
  openWorkspace,
  deleteWorkspace,
  listUsers,
  inviteUser,
  removeUser,
  exportWorkspace,
  importFile,
  api,
  mcp,
  listen,
  trigger,
  login,
  logout,
  whoami,
  servers,
  useServer,
  completionFor(() => networkCommands),
]
