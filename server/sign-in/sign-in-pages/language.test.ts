// The language of the pages that the server renders.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitor } from '../../testing/visitor.ts'
import { world } from '../../testing/world.ts'

const german = { 'accept-language': 'de-CH, fr;q=0.9' }

test('[WEB-11] server-rendered pages are in German for German readers, including errors', async () => {
  const { url } = await world()
  const karl = visitor(url, german)
  const page = await (await karl.get('/sign-in')).text()
  assert.match(page, /<html lang="de">/)
  assert.match(page, /<h1 class="page-title">Anmelden<\/h1>/)
  const missing = await (await karl.fillIn('/sign-in', { email: '', password: 'x' })).text()
  assert.match(missing, /Gib deine E-Mail-Adresse ein/)
  const wrong = await (await karl.fillIn('/sign-in', { email: 'k@example.com', password: 'x' })).text()
  assert.match(wrong, /E-Mail-Adresse oder Passwort ist falsch/)
  assert.match(await (await karl.get('/api/authorize')).text(), /Die Anfrage ist fehlgeschlagen/)
  assert.match(await (await karl.get('/invitation?token=x')).text(), /Diese Einladung ist nicht mehr gültig/)
  assert.match(await (await karl.post('/sign-in', {})).text(), /Das Formular ist abgelaufen/)
  assert.match(await (await karl.post('/view/x', {})).text(), /So lässt sich diese Adresse nicht aufrufen/)
})

test('[WEB-11] a language is chosen on the page, which is then shown again', async () => {
  const { url } = await world()
  const karl = visitor(url, german)
  const next = '/sign-in?next=%2Fw%2Fabc'
  const page = await (await karl.get(next)).text()
  const action = /<form class="page-languages" method="post" action="([^"]+)"/.exec(page)?.[1]
  const chosen = await karl.post(action as string, { language: 'en' })
  assert.equal(chosen.headers.get('location'), next)
  assert.equal(chosen.headers.getSetCookie()[0], 'tessera-language=en; Path=/; SameSite=Lax; Max-Age=31536000')
  assert.match(await (await karl.get(next)).text(), /<html lang="en">/)
  assert.match(await (await karl.get('/view/x')).text(), /<html lang="en">/)
})

test('[WEB-11] an unknown language or a request from another site changes nothing and does not redirect away', async () => {
  const { url } = await world()
  const karl = visitor(url, german)
  const response = await karl.post(
    '/language?next=//evil.example',
    { language: 'en' },
    { origin: 'https://evil.example' },
  )
  assert.equal(response.headers.get('location'), '/')
  await karl.post('/language', { language: 'constructor' })
  await karl.post('/language', {})
  assert.deepEqual([...karl.cookies], [])
})
