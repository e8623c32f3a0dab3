// The commands that call a server, in the order of the help.

import type { Command } from './command.ts'
import { mcp } from './mcp-command.ts'
import { whoami } from './whoami-command.ts'

export const networkCommands: readonly Command[] = [mcp, whoami]
