// The operator commands.

export { runCommand } from './run-command.ts'
