// How a command is described: its name, options and what it does. run-command-line.ts runs it.

import type { Readable } from 'node:stream'
import type { Client } from '@tessera/client'
import type { SecretInput } from './secret-input.ts'

/** The command line is wrong, as its message says. Nothing was changed. */
export class UsageError extends Error {}

/**
 * A flag has no value. A list may be given several times. A secret is required, and may also come from standard input or
 * a prompt (read-secret.ts).
 */
export type OptionKind = 'required' | 'optional' | 'list' | 'flag' | 'secret'

/** The type alone, or with a line for the help. */
export type Option = OptionKind | readonly [kind: OptionKind, about: string]
export type Options = Readonly<Record<string, Option>>

type KindOf<O extends Option> = O extends readonly [infer Kind, string] ? Kind : O

export type OptionValues<O extends Options> = {
  readonly [Name in keyof O as KindOf<O[Name]> extends 'required' | 'secret' ? Name : never]: string
} & {
  readonly [Name in keyof O as KindOf<O[Name]> extends 'optional' ? Name : never]?: string
} & {
  readonly [Name in keyof O as KindOf<O[Name]> extends 'list' ? Name : never]?: readonly string[]
} & {
  readonly [Name in keyof O as KindOf<O[Name]> extends 'flag' ? Name : never]?: true
}

/** The groups of commands, in the order of the help. */
export const commandGroups = ['Your boards', 'Webhooks', 'Account', 'On the server'] as const

export interface CommandDefinition<O extends Options> {
  /** One word, or two for what belongs to a noun: `workspaces create`. */
  readonly name: string
  readonly group: (typeof commandGroups)[number]
  /** The usage as it is typed. */
  readonly usage: string
  readonly summary: string
  readonly options?: O
  /** The names of the arguments besides options. `[name]` may be left out. */
  readonly positionals?: readonly string[]
  /** With this flag, secrets are neither required nor asked for. */
  readonly flagWithoutSecrets?: string
  /** True if the command does not call a server: it has no --url, and no --json unless it lists it. */
  readonly isLocal?: true
  readonly run: (context: CommandContext, values: OptionValues<O>, positionals: readonly string[]) => Promise<void>
}

export type Command = CommandDefinition<Options>

export const defineCommand = <const O extends Options = Record<never, never>>(
  definition: CommandDefinition<O>,
): Command => definition as unknown as Command

export interface CommandContext extends CommandIo {
  /** True if JSON is requested instead of text for people. */
  readonly isJson: boolean
  /** The server and the token to call it with. Throws NotSignedIn. */
  profile(): Promise<Profile>
  client(): Promise<Client>
}

export interface Profile {
  /** The origin, without a slash at the end. */
  readonly url: string
  /** Gets another token after the server refused one. */
  token(refused?: string | null): Promise<string>
}

/** What the process, or a test, passes to a command line. */
export interface CommandIo {
  readonly environment: Environment
  readonly input: SecretInput
  readonly stdin: Readable
  readonly stdout: Output
  readonly stderr: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface Output {
  write(text: string | Uint8Array): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}
