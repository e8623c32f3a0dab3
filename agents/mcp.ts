// The MCP endpoint without its route: the tools for one caller, in the revisions 2026-07-28 and 2025-11-25. It keeps
// nothing between requests, so any node can answer any request.

import { type AuthInfo, createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type Client, connect } from '@tessera/client'
import { fieldErrorsOf, hasScope } from '@tessera/contract'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { instructions } from './instructions.ts'
import { runTool } from './run-tool.ts'
import type { AgentPresence, McpTool, ToolCaller, ToolContext } from './tool.ts'
import { tools } from './tools.ts'

export interface McpDependencies {
  readonly publicUrl: string
  /** The version of the server. */
  readonly version: string
  readonly log: Logger
  readonly maxRequestBytes: number
  /** Shows the agent on the boards that it works on. */
  readonly presenceOf: (caller: ToolCaller) => AgentPresence
}

/** The user for whom the agent acts, and the program of the agent. */
export interface McpCaller {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly scope: string
  /** Null for a personal token. */
  readonly via: { readonly client_id: string; readonly name: string } | null
}

export interface McpCall {
  readonly token: string
  readonly caller: McpCaller
  readonly grantId: string
  /** Sends a request to the API of this server. */
  readonly fetch: typeof fetch
}

export interface Mcp {
  /** `message` is the parsed body; undefined if the body is not JSON. */
  respond(request: Request, call: McpCall, message: unknown): Promise<Response>
  close(): Promise<void>
}

export function openMcp(dependencies: McpDependencies): Mcp {
  const { publicUrl, log, maxRequestBytes } = dependencies
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo as AuthInfo, dependencies), {
    maxRequestBodySize: maxRequestBytes,
    // The tools never change while the server runs, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: error => log.debug({ err: error }, 'an MCP request was refused'),
  })
  return {
    respond: (request, call, message) =>
      handler.fetch(request, {
        authInfo: authInfoOf(call, publicUrl),
        ...(message === undefined ? {} : { parsedBody: message }),
      }),
    close: () => handler.close(),
  }
}

/** Whether a message calls a tool that takes a file: only such a message may be large. */
export function isFileMessage(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && tools.some(({ name, takesFile }) => takesFile === true && name === params?.name)
}

function authInfoOf(call: McpCall, publicUrl: string): AuthInfo {
  const { token, caller } = call
  return {
    token,
    clientId: caller.via?.client_id ?? 'personal',
    scopes: caller.scope.split(' '),
    resourceMetadataUrl: `${publicUrl}/.well-known/oauth-protected-resource/mcp`,
    extra: { call },
  }
}

function serverFor(authInfo: AuthInfo, { presenceOf, publicUrl, version, log }: McpDependencies): McpServer {
  const { token, caller, grantId, fetch } = (authInfo.extra as { call: McpCall }).call
  const toolCaller: ToolCaller = {
    userId: caller.id,
    name: `${caller.first_name} ${caller.last_name}`.trim(),
    program: caller.via?.name ?? null,
    grantId,
  }
  const presence = presenceOf(toolCaller)
  const mcp = new McpServer(
    { name: 'tessera', title: 'Tessera', version, websiteUrl: publicUrl },
    { instructions, capabilities: { tools: { listChanged: false } } },
  )
  const clientWith = (signal: AbortSignal): Client =>
    connect({
      url: publicUrl,
      token,
      retries: 0,
      timeoutMs: maxCallMs,
      fetch: (url, init) => {
        signal.throwIfAborted()
        return fetch(url, init)
      },
    })
  for (const { tool, registration } of registrations) {
    const scopeChallenge = () => challengeFor(tool, caller)
    mcp.registerTool(tool.name, { ...registration, scopeChallenge }, (args: object, { mcpReq: { signal } }) => {
      const context: ToolContext = { client: clientWith(signal), caller: toolCaller, presence, signal, publicUrl }
      return runTool(tool, context, args, log)
    })
  }
  return mcp
}

const maxCallMs = 60_000

/** Only an application can ask its user for more. With a personal token the tool says which scope is missing. */
const challengeFor = ({ scope }: McpTool, { scope: granted, via }: McpCaller) =>
  via === null || hasScope(granted, scope)
    ? undefined
    : {
        scopes: [scope, ...granted.split(' ')] as const,
        errorDescription: `This tool needs the scope ${scope}`,
      }

/** The schemas are compiled once for all requests. */
const registrations = tools.map(tool => ({
  tool,
  registration: {
    title: tool.title,
    description: tool.description,
    inputSchema: schemaOf(tool.input),
    ...(tool.output === undefined ? {} : { outputSchema: schemaOf(tool.output) }),
    annotations: { title: tool.title, ...tool.annotations },
  },
}))

function schemaOf(schema: TSchema) {
  let compiled: ReturnType<typeof Compile> | undefined
  return fromJsonSchema<object>(schema as never, {
    getValidator: () => (value: unknown) => {
      compiled ??= Compile(schema)
      if (compiled.Check(value)) return { valid: true, data: value as never, errorMessage: undefined }
      const errors = fieldErrorsOf(compiled, value).map(({ field, message }) => `${field} ${message}`.trim())
      return { valid: false, data: undefined, errorMessage: errors.join('; ') }
    },
  })
}
