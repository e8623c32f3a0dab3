// How an operator's command is described: its arguments and what it does. Each command has a file beside this one;
// run-command.ts runs them.

import type { Dependencies } from '../dependencies.ts'
import type { SecretInput } from './secret-input.ts'

/** The command line is wrong, as its message says. Nothing was changed. */
export class UsageError extends Error {}

export interface CommandOutput {
  readonly stdout: string
  readonly stderr: string
}

/** A secret option is required, and may also come from standard input or a prompt (read-secret.ts). A flag has no value. */
type Options = Readonly<Record<string, 'required' | 'optional' | 'secret' | 'flag'>>

type Values<O extends Options> = {
  readonly [Name in keyof O as O[Name] extends 'required' | 'secret' ? Name : never]: string
} & {
  readonly [Name in keyof O as O[Name] extends 'optional' ? Name : never]?: string
} & {
  readonly [Name in keyof O as O[Name] extends 'flag' ? Name : never]?: true
}

export interface CommandDefinition<O extends Options> {
  /** As it is typed. */
  readonly usage: string
  readonly summary: string
  readonly options?: O
  /** The name of the one argument it takes besides options. */
  readonly positional?: string
  /** With this flag, secrets are neither required nor asked for. */
  readonly flagWithoutSecrets?: string
  /** Resolves with what is printed. */
  readonly run: (
    dependencies: Dependencies,
    values: Values<O>,
    argument: string,
    /** For secrets that only some runs need. */
    input: SecretInput,
  ) => Promise<string | CommandOutput>
}

export type Command = CommandDefinition<Options>

export const defineCommand = <const O extends Options = Record<never, never>>(
  definition: CommandDefinition<O>,
): Command => definition as unknown as Command
