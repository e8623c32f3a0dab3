// Opens an address in the user's browser, if there is one.

import { spawn } from 'node:child_process'
import type { Environment } from './command.ts'

/** False if this machine has no display, such as a server that is used over SSH. */
export function hasDisplay(environment: Environment): boolean {
  if (environment.BROWSER) return true
  if (environment.SSH_CONNECTION || environment.SSH_TTY) return false
  return process.platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/** Does not wait, and ignores a failure: the address is printed as well. */
export function openBrowser(url: string, environment: Environment): void {
  const [program, args] = programFor(environment)
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function programFor({ BROWSER }: Environment): [string, string[]] {
  if (BROWSER) return [BROWSER, []]
  if (process.platform === 'darwin') return ['open', []]
  // `start` is not used: cmd would take an & as the end of the address.
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler']]
  return ['xdg-open', []]
}
