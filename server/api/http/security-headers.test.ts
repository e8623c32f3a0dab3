// Every page, redirect and error has the headers that keep it safe in a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publish } from '../../testing/publishing.ts'
import { type World, worldWith } from '../../testing/world.ts'

/** Every path that responds to GET, with a placeholder for each parameter. */
function listPaths({ app }: Awaited<ReturnType<typeof worldWith>>): string[] {
  const lines = app.http.printRoutes({ commonPrefix: false, method: 'GET' }).trimEnd().split('\n')
  const paths: string[] = []
  const stack: string[] = []
  for (const line of lines) {
    const [, indent = '', part = ''] = /^([\s│├└─]*)(\S.*?)(?: \((?:GET|HEAD).*\))?$/.exec(line) ?? []
    stack.length = Math.floor(indent.length / 4) - 1
    stack.push(part)
    paths.push(stack.join('').replace(/:[a-z_]+/g, 'x'))
  }
  return [...new Set(paths)].filter(path => path.startsWith('/'))
}

const pageHeaders = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'content-security-policy': /^(sandbox; )?default-src '(none|self)'/,
}

async function assertHeaders(there: World, path: string, isSecure: boolean, more: RequestInit = {}): Promise<void> {
  const headers = { accept: 'text/html', ...more.headers }
  const response = await there.send(path, { redirect: 'manual', ...more, headers })
  await response.body?.cancel()
  const at = `${path} (${response.status})`
  const expected =
    path.startsWith('/api/') && !isPage(response) ? { 'x-content-type-options': /^nosniff$/ } : pageHeaders
  for (const [name, value] of Object.entries(expected))
    assert.match(response.headers.get(name) ?? '', value, `${at} ${name}`)
  const transport = response.headers.get('strict-transport-security')
  assert.equal(transport, isSecure ? 'max-age=31536000' : null, at)
  if (isPage(response))
    assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors ('none'|\*)/, at)
}

const isPage = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('text/html')

for (const publicUrl of ['https://board.example.com', 'http://localhost:8080'])
  test(`[ADR-19] every route at ${publicUrl} has security headers, and errors have them, too`, async () => {
    const there = await worldWith({ publicUrl })
    const isSecure = publicUrl.startsWith('https:')
    const paths = listPaths(there)
    for (const known of ['/docs', '/sign-in', '/metrics', '/health', '/view/x', '/w/x', '/api/authorize', '/files/x'])
      assert.ok(paths.includes(known), `${known} of ${paths.join(' ')}`)
    for (const path of paths) await assertHeaders(there, path, isSecure)
    for (const path of ['/nowhere', '/nowhere.js', '/api/nowhere', '/%zz', '/sign-in/', '/view/x/y'])
      await assertHeaders(there, path, isSecure)
    for (const path of ['/sign-in', '/sign-out', '/nowhere'])
      await assertHeaders(there, path, isSecure, {
        method: 'POST',
        body: 'a=b',
        headers: { origin: 'https://evil.example' },
      })
  })

test('[ADR-19] [WEB-20] the viewer gets its own origin in a frame, and loads there', async () => {
  const there = await worldWith({})
  await publish(there)
  const policyFor = async (destination: string | undefined) => {
    const headers: Record<string, string> = destination === undefined ? {} : { 'sec-fetch-dest': destination }
    const response = await there.send(`/view/${there.board}`, { headers })
    assert.match(response.headers.get('vary') ?? '', /sec-fetch-dest/)
    return response.headers.get('content-security-policy') ?? ''
  }
  for (const destination of ['iframe', 'frame', 'embed', 'object']) {
    const policy = await policyFor(destination)
    assert.match(policy, /; sandbox allow-scripts /)
    assert.doesNotMatch(policy, /allow-same-origin|allow-top-navigation/)
  }
  for (const destination of ['document', undefined]) assert.doesNotMatch(await policyFor(destination), /sandbox/)
})
