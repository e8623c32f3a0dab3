// The operator's commands.

export { runCommand } from './run-command.ts'
