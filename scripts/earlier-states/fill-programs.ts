// Programs that act for people: a whitelisted application with tokens, a personal token, a client that registered itself,
// a device that waits for its user, a browser session with a second factor.

import { codeOf } from '../../server/testing/second-factors.ts'
import { softwarePasskey } from '../../server/testing/software-authenticator.ts'
import { visitor } from '../../server/testing/visitor.ts'
import type { FilledState, Filling } from './filled-state.ts'

const callback = 'https://app.example.com/callback'

/** The address that users use, which is also in tokens. */
export const publicUrl = 'http://localhost:8080'

export async function fillPrograms(
  filling: Filling,
  board: string,
): Promise<Pick<FilledState, 'application' | 'personalToken'>> {
  const { api, owner } = filling
  const application = await allowApplication(filling, board)
  const { token: personal } = await api.call(owner.token, 'POST', '/tokens', { name: 'A script' })
  const personalToken: string = personal.token ?? personal.access_token
  await api.call(personalToken, 'POST', `/workspaces/${board}/notes`, { text: 'By a script' })
  if (api.has('POST', '/register')) {
    const client = { client_name: 'Registered', redirect_uris: [callback], token_endpoint_auth_method: 'none' }
    await api.call(null, 'POST', '/register', client)
  }
  if (api.has('POST', '/device'))
    await fetch(`${api.url}/api/device`, { method: 'POST', body: new URLSearchParams({ client_id: 'tessera-cli' }) })
  if (api.has('POST', '/session/totp')) await addSecondFactors(filling)
  return { application, personalToken }
}

async function allowApplication({ api, owner, organization }: Filling, board: string) {
  const { application } = await api.call(owner.token, 'POST', '/applications', {
    name: 'Mirror',
    redirect_uris: [callback],
  })
  const { client_id, client_secret } = application
  const browser = visitor(api.url)
  await browser.fillIn('/sign-in', owner)
  const authorize = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ client_id, redirect_uri: callback, response_type: 'code', ...more })
    return browser.fillIn(`/api/authorize?${query}`, { decision: 'allow' })
  }
  await authorize({ scope: 'org', org_id: String(organization) })
  const location = (await authorize()).headers.get('location') as string
  const code = new URL(location).searchParams.get('code') as string
  const tokens = await api.call(null, 'POST', '/v2/oauth2/token', {
    ...{ client_id, client_secret, code, redirect_uri: callback },
    grant_type: 'authorization_code',
  })
  await api.call(tokens.access_token, 'POST', `/workspaces/${board}/notes`, { text: 'By an application' })
  return { client_id, client_secret, refresh_token: tokens.refresh_token as string }
}

async function addSecondFactors({ api, owner }: Filling) {
  const browser = visitor(api.url)
  await browser.fillIn('/sign-in', { email: 'role2@example.com', password: owner.password })
  const response = await browser.post('/session/token', {}, { 'x-tessera-session': '1', origin: publicUrl })
  const { access_token } = (await response.json()) as { access_token: string }
  const { totp } = await api.call(access_token, 'POST', '/session/totp')
  await api.call(access_token, 'PUT', '/session/totp', { code: codeOf(totp.secret) })
  const { options } = await api.call(access_token, 'POST', '/session/passkeys/options')
  const passkey = softwarePasskey(publicUrl).register(options)
  await api.call(access_token, 'POST', '/session/passkeys', { name: 'Laptop', ...passkey })
}
