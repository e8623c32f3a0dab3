// A browser without JavaScript: keeps cookies, reads forms and submits them with their hidden fields.

import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import type { World } from './world.ts'

export const password = 'correct horse battery staple'

export interface Visitor {
  readonly cookies: Map<string, string>
  /** Does not follow redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** Loads a page and submits its form with these fields and the hidden ones. */
  fillIn(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

export function visitor(url: string, always: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie === '' ? {} : { cookie }), ...always, ...init.headers }
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string]
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const get: Visitor['get'] = (path, headers = {}) => send(path, { headers })
  const post: Visitor['post'] = (path, fields, headers = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  return {
    cookies,
    get,
    post,
    async fillIn(path, fields, headers) {
      const { action, hidden } = readForm(await (await get(path)).text())
      return await post(action, { ...hidden, ...fields }, headers)
    },
  }
}

export function readForm(page: string): { action: string; hidden: Record<string, string> } {
  const action = /<form class="page-form" method="post" action="([^"]+)"/.exec(page)?.[1]
  assert.ok(action, `no form on the page: ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  const hidden = Object.fromEntries([...inputs].map(([, name, value]) => [name, unescaped(value as string)]))
  return { action: unescaped(action), hidden }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** A hash contains its cost parameters. This one is cheap; the real cost is tested with passwords. */
function cheapHash(message: string): string {
  const nonce = Buffer.from('sixteen bytes ok')
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`
}

/** Sets a password, so that the user can sign in. */
export async function setTestPassword({ dependencies }: World, { id }: { id: number }, text = password): Promise<void> {
  const password_hash = cheapHash(text)
  await dependencies.db.write(tx => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute())
}

export async function signedInVisitor(world: World, person: { id: number; email: string }): Promise<Visitor> {
  await setTestPassword(world, person)
  const browser = visitor(world.url)
  const response = await browser.fillIn('/sign-in', { email: person.email, password })
  assert.equal(response.status, 303, await response.text())
  return browser
}
