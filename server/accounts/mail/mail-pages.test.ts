// Reading stored mail in the browser: what is shown, and who cannot see it.

import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { pendingMember } from '../../testing/members.ts'
import { world, worldWith } from '../../testing/world.ts'
import { mailFolder } from './mailer.ts'

test('[MAI-3] stored mail is listed and shown at /mail', async () => {
  const there = await world()
  const email = await pendingMember(there, 'Lea')
  const mail = await there.mail.mailTo(email)
  const list = await (await there.send('/mail')).text()
  assert.ok(list.includes(email))
  const message = await there.send(`/mail/message?name=${mail.name}`)
  assert.ok((await message.text()).includes(`<a href="${mail.links[0]}">`))
  const shown = await there.send(`/mail/message/html?name=${mail.name}`)
  assert.equal(await shown.text(), mail.html)
  assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  for (const path of ['/mail/message?name=../tessera.db', '/mail/message?name=none.eml', '/mail/message'])
    assert.equal((await there.send(path)).status, 404)
})

test('[MAI-3] a stored mail is a standard .eml file that only the operator can read', async () => {
  const there = await world()
  const first = await there.mail.mailTo(await pendingMember(there, 'Una'))
  const second = await there.mail.mailTo(await pendingMember(there, 'Ugo'))
  assert.ok(first.name < second.name)
  const folder = mailFolder(there.dependencies.config.dataDir)
  assert.ok((await readdir(folder)).every(name => name.endsWith('.eml') || name.endsWith('.partial')))
  assert.equal((await stat(join(folder, first.name))).mode & 0o077, 0)
  const content = await readFile(join(folder, first.name))
  const parsed = await PostalMime.parse(content)
  assert.deepEqual(parsed.from, { name: 'Tessera', address: 'no-reply@localhost' })
  assert.match(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value ?? '', /auto-generated/)
  assert.doesNotMatch(content.toString(), /[^\r]\n/)
  assert.ok(
    content
      .toString()
      .split('\r\n')
      .includes(first.links[0] ?? ''),
  )
})

test('[MAI-3] a request under another host name is refused', async () => {
  const { url } = await world()
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${url}/mail`, { headers: { host } }, response => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  assert.equal(await status('localhost:8080'), 200)
  assert.equal(await status('evil.example'), 404)
  assert.equal(await status('localhost.evil.example'), 404)
})

for (const [what, settings] of [
  ['PUBLIC_URL is not loopback', { publicUrl: 'https://board.example.com' }],
  ['there is a mail server', { smtpUrl: 'smtp://127.0.0.1:9' }],
] as const)
  test(`[MAI-3] there is no page if ${what}`, async () => {
    const there = await worldWith(settings)
    for (const path of ['/mail', '/mail/message', '/mail/message/html'])
      assert.equal((await there.send(path)).status, 404)
  })
