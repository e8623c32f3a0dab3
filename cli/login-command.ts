// Signs in and out, and shows the servers that one is signed in to.

import { connect } from '@tessera/client'
import { fetchMetadata, revoke, type TokenReply } from './authorization-server.ts'
import { type CommandContext, defineCommand, UsageError } from './command.ts'
import {
  credentialsFileOf,
  findCredentials,
  readCredentials,
  updateCredentials,
  withCredentials,
  withoutCredentials,
} from './credentials.ts'
import { signInByDevice } from './device-sign-in.ts'
import { NotSignedIn } from './exit-codes.ts'
import { signInByLoopback } from './loopback-sign-in.ts'
import { hasDisplay, openBrowser } from './open-browser.ts'
import { printJson, printTable } from './print.ts'
import { originOf, userAgent } from './session.ts'

const defaultUrl = 'http://localhost:8080'

export const login = defineCommand({
  name: 'login',
  group: 'Account',
  usage: 'login [--url <server>] [--device] [--scope <scopes>]',
  summary:
    'signs you in to a server with your browser. Without a display, or with --device, it prints a code that you enter ' +
    'on any other device. The sign-in is stored in a file that only you can read, and renewed as needed',
  isLocal: true,
  options: {
    url: ['optional', `the address of the server; ${defaultUrl} by default, or TESSERA_URL`],
    device: ['flag', 'prints a code instead of opening a browser'],
    scope: ['optional', 'read, comment, write or admin, separated by spaces; all by default'],
  },
  async run(context, { url, device, scope }) {
    const { environment, stdout, stderr, signal } = context
    const file = credentialsFileOf(environment)
    const known = (await readCredentials(file)).current
    const origin = originOf(url ?? (environment.TESSERA_URL || known || defaultUrl))
    warnIfUnsafe(context, origin)
    const metadata = await fetchMetadata(origin, signal)
    const request = { metadata, scope, signal }
    const tokens =
      device || !hasDisplay(environment)
        ? await signInByDevice({
            ...request,
            show: ({ verification_uri, user_code }) =>
              stderr.write(`Open ${verification_uri}\nand enter the code ${user_code}\n\nWaiting for you …\n`),
          })
        : await signInByLoopback({
            ...request,
            show: address => {
              stderr.write(`Opening your browser. If it does not open, go to:\n\n${address}\n\nWaiting for you …\n`)
              openBrowser(address, environment)
            },
          })
    const email = await store(file, origin, tokens)
    stdout.write(`You are signed in to ${origin} as ${email}.\n`)
    if (environment.TESSERA_TOKEN)
      stderr.write('TESSERA_TOKEN is set and takes precedence over this sign-in. Unset it to use the sign-in.\n')
  },
})

/** The tokens of a sign-in over plain http can be read in transit, unless the server is on this machine. */
function warnIfUnsafe({ stderr }: CommandContext, origin: string): void {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname))
    stderr.write(`${origin} is not encrypted: others in the network can read what is sent.\n`)
}

async function store(file: string | null, url: string, tokens: TokenReply): Promise<string> {
  const { access_token, refresh_token, expires_at, scope } = tokens
  const { user } = await connect({ url, token: access_token, userAgent }).users.me()
  const { email } = user
  const added = { url, email, access_token, refresh_token, expires_at, scope }
  await updateCredentials(file, stored => withCredentials(stored, added))
  return email
}

export const logout = defineCommand({
  name: 'logout',
  group: 'Account',
  usage: 'logout [--url <server>]',
  summary: 'signs you out of the current server or the one named: its tokens are revoked and removed from this machine',
  isLocal: true,
  options: { url: ['optional', 'the address of the server, if not that of the last sign-in'] },
  async run({ environment, stdout, stderr }, { url }) {
    const file = credentialsFileOf(environment)
    const found = findCredentials(await readCredentials(file), url === undefined ? null : originOf(url))
    if (!found) throw new NotSignedIn(`You are not signed in${url === undefined ? '' : ` to ${url}`}.`)
    try {
      const { revocation_endpoint } = await fetchMetadata(found.url)
      await revoke(revocation_endpoint, found.refresh_token)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      stderr.write(`The tokens could not be revoked: ${why} Remove the access in your account at ${found.url}.\n`)
    }
    await updateCredentials(file, stored => withoutCredentials(stored, found.url))
    stdout.write(`You are signed out of ${found.url}.\n`)
  },
})

export const servers = defineCommand({
  name: 'servers',
  group: 'Account',
  usage: 'servers [--json]',
  summary: 'lists the servers that you are signed in to; * marks the current one',
  isLocal: true,
  options: { json: ['flag', 'prints JSON'] },
  async run(context, { json }) {
    const { current, servers } = await readCredentials(credentialsFileOf(context.environment))
    const rows = servers.map(({ url, email, scope }) => ({ url, email, scope, current: url === current }))
    if (json) return printJson(context, { servers: rows })
    if (rows.length === 0) return void context.stdout.write('You are not signed in. Run: tessera login\n')
    printTable(
      context,
      ['', 'url', 'email', 'scope'],
      rows.map(one => [one.current ? '*' : '', one.url, one.email, one.scope]),
    )
  },
})

export const useServer = defineCommand({
  name: 'servers use',
  group: 'Account',
  usage: 'servers use <server>',
  summary: 'makes a server that you are signed in to the current one',
  isLocal: true,
  positionals: ['server'],
  async run({ environment, stdout }, _values, [server = '']) {
    const url = originOf(server)
    await updateCredentials(credentialsFileOf(environment), stored => {
      if (!findCredentials(stored, url)) throw new UsageError(`You are not signed in to ${url}.`)
      return { ...stored, current: url }
    })
    stdout.write(`Commands now call ${url}.\n`)
  },
})
