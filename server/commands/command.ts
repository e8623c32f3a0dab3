// How an operator's command is described: what it is called with and what it does. The commands themselves are beside
// this file, one each; cli.ts runs them.

import type { Dependencies } from '../dependencies.ts'

/** What is wrong with the command itself, told in a sentence. Nothing was changed. */
export class UsageError extends Error {}

/** What is printed, and what is to be said besides, on standard error. */
export interface CommandOutput {
  readonly stdout: string
  readonly stderr: string
}

type Options = Readonly<Record<string, 'required' | 'optional'>>

type Values<O extends Options> = { readonly [Name in keyof O as O[Name] extends 'required' ? Name : never]: string } & {
  readonly [Name in keyof O as O[Name] extends 'optional' ? Name : never]?: string
}

export interface CommandDefinition<O extends Options> {
  /** As it is typed. */
  readonly usage: string
  readonly summary: string
  readonly options?: O
  /** The name of the one word it takes besides options. */
  readonly positional?: string
  /** Returns what is printed. */
  readonly run: (parts: Dependencies, values: Values<O>, word: string) => Promise<string | CommandOutput>
}

export type Command = CommandDefinition<Options>

export const defineCommand = <const O extends Options = Record<never, never>>(
  definition: CommandDefinition<O>,
): Command => definition as unknown as Command
