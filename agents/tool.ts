// What a tool of the MCP endpoint is: its name, its description for the model, its schemas, and its context. A tool
// acts only through the client of the API, so every call passes the same checks as a request to the API.

import type { Client } from '@tessera/client'
import type { Scope } from '@tessera/contract'
import type { Static, TObject, TSchema } from 'typebox'

export interface McpTool<Input extends TObject = TObject> {
  readonly name: string
  readonly title: string
  /** For the model: what it does, when to use it, and what comes next. */
  readonly description: string
  readonly input: Input
  /** Present only if every result has `structured`. */
  readonly output?: TSchema
  /** The scope that the token needs. A client that signed its user in with OAuth is asked to request it. */
  readonly scope: Scope
  readonly annotations: ToolAnnotations
  /** Whether its arguments contain a file, so that a call of it may be large. */
  readonly takesFile?: boolean
  run(context: ToolContext, args: Static<Input>): Promise<ToolAnswer>
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** False: a tool reaches nothing besides the service. */
  readonly openWorldHint: boolean
}

export interface ToolContext {
  /** Bound to the caller's token, without a network in between. */
  readonly client: Client
  readonly caller: ToolCaller
  readonly presence: AgentPresence
  /** Aborted when the agent cancels the call or disconnects. */
  readonly signal: AbortSignal
  readonly publicUrl: string
}

export interface ToolCaller {
  readonly userId: number
  /** First and last name of the user. */
  readonly name: string
  /** The name of the program that acts for the user; null for a personal token. */
  readonly program: string | null
  readonly grantId: string
}

export interface ToolAnswer {
  /** At most `maxAnswerBytes`. Text that people wrote goes through `asData`. */
  readonly text: string
  readonly structured?: Record<string, unknown>
  readonly images?: readonly AnswerImage[]
  readonly resourceLinks?: readonly ResourceLink[]
}

export interface AnswerImage {
  readonly data: Uint8Array
  readonly mime: string
}

export interface ResourceLink {
  readonly uri: string
  readonly name: string
  readonly mime?: string
}

/** Shows on the board that an agent is at work there. */
export interface AgentPresence {
  /** `at` is the part of the board that the agent looks at or changes. */
  seen(workspaceId: string, at?: PresenceBox | null): void
}

export interface PresenceBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A failure that the agent can do something about: the message says what. */
export class ToolProblem extends Error {}

/** Infers the types of the arguments. */
export const defineTool = <const Input extends TObject>(tool: McpTool<Input>): McpTool => tool as never as McpTool

export const readingTool: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
