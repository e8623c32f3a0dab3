// The definition of an operator command: its arguments and what it does with the settings and data of the server. Each
// command has a file beside this one; commands.ts adds them to the command line.

import { type Options, type OptionValues, UsageError } from '@tessera/cli/command'
import type { SecretInput } from '@tessera/cli/secret-input'
import type { Dependencies } from '../dependencies.ts'

export { UsageError }

export interface CommandOutput {
  readonly stdout: string
  readonly stderr: string
}

export interface CommandDefinition<O extends Options> {
  /** The name as it is typed. */
  readonly usage: string
  readonly summary: string
  readonly options?: O
  /** The name of the single argument it takes besides options. */
  readonly positional?: string
  /** With this flag, secrets are neither required nor prompted for. */
  readonly flagWithoutSecrets?: string
  /** Whether it may create the database and the folder. */
  readonly createsData?: boolean
  /** Resolves with the text to print. */
  readonly run: (
    dependencies: Dependencies,
    values: OptionValues<O>,
    argument: string,
    /** For secrets that only some runs need. */
    input: SecretInput,
  ) => Promise<string | CommandOutput>
}

export type OperatorCommand = CommandDefinition<Options>

export const defineCommand = <const O extends Options = Record<never, never>>(
  definition: CommandDefinition<O>,
): OperatorCommand => definition as unknown as OperatorCommand
