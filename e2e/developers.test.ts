// Tests the developer portal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whitelist } from '../server/testing/people.ts'
import { world } from '../server/testing/world.ts'
import { eventually } from './board-page.ts'
import { openPage } from './browser.ts'
import { openAs } from './signed-in.ts'

test('[SGN-8] a visitor signs in and returns to the requested page', async () => {
  const { url } = await world()
  const page = await openPage(`${url}/developers#tokens`)
  await page.waitForURL(/\/sign-in/)
  assert.equal(new URL(page.url()).searchParams.get('next'), '/developers#tokens')
})

test('[SGN-8] an application is registered, its secret shown once, edited, and given a new secret', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/developers')
  await page.getByText('No applications yet').waitFor()
  await page.getByRole('link', { name: 'Register an application' }).click()

  await page.getByLabel('Name').fill('Sticky robot')
  await page.getByLabel('Redirect URI').fill('ftp://robot.example.com')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Must not use the scheme ftp.').waitFor()
  await page.getByLabel('Redirect URI').fill('https://robot.example.com/back')
  await page.getByRole('button', { name: 'Register' }).click()

  const secret = page.locator('.secret-once code')
  const first = await secret.textContent()
  const [application] = (await made.ann.applications.list()).applications
  assert.ok(application && first && first.length > 20)
  await page.waitForURL(url => url.hash === `#applications/${application.client_id}`)

  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByRole('textbox', { name: 'redirect URI 2' }).fill('http://localhost:3000/back')
  await page.getByRole('switch', { name: 'Require PKCE' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  const { application: saved } = await made.ann.applications.get(application.client_id)
  assert.deepEqual(saved.redirect_uris, ['https://robot.example.com/back', 'http://localhost:3000/back'])
  assert.equal(saved.require_pkce, true)

  await page.getByRole('button', { name: 'Regenerate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(async () => (await secret.textContent()) !== first, true)
  await page.reload()
  await page.getByText('Stored only as a hash').waitFor()
  assert.equal(await secret.count(), 0)
})

test('[PRG-4] [PRG-16] an application gets a bot, then becomes a public client, which has neither bot nor secret', async () => {
  const made = await world()
  const { application } = await made.ann.applications.create({
    name: 'Robot',
    redirect_uri: 'https://example.com/back',
  })
  const page = await openAs(made, made.ann, `/developers#applications/${application.client_id}`)
  await page.getByRole('switch', { name: 'Bot' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^bot-\w+@bots\./).waitFor()
  await page.getByRole('switch', { name: 'Public client' }).click()
  assert.ok(await page.getByRole('switch', { name: 'Bot' }).isDisabled())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('None: this is a public client.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Regenerate secret' }).count(), 0)
  await page.getByRole('switch', { name: 'Public client' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.secret-once code').waitFor()
})

test('[SGN-8] an application is deleted once its name was entered', async () => {
  const made = await world()
  const { application } = await made.ann.applications.create({
    name: 'Robot',
    redirect_uri: 'https://example.com/back',
  })
  await whitelist(made.dependencies, made.organization, application.client_id, made.ann.id)
  const page = await openAs(made, made.ann, `/developers#applications/${application.client_id}`)
  await page.getByRole('region', { name: 'Whitelisted by' }).getByText('Mosaic').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  const action = dialog.getByRole('button', { name: 'Delete application' })
  assert.ok(await action.isDisabled())
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete…' }).press('Enter')
  await dialog.getByRole('textbox').fill('Robot')
  await action.click()
  await page.getByText('No applications yet').waitFor()
  assert.deepEqual((await made.ann.applications.list()).applications, [])
})

test('[SGN-8] [AUT-7] a personal token is created with scopes for one workspace, shown once, and revoked', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/developers#tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.locator('.text-field-fault').waitFor()
  await page.getByLabel('Name').fill('Nightly')
  await page.getByLabel('Expires').selectOption('Never')
  for (const scope of ['Read', 'Comment', 'Write', 'Administer'])
    await page.getByLabel(scope, { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Choose at least one.').waitFor()
  await page.getByLabel('Read', { exact: true }).check()
  await page.getByLabel('Workspace').selectOption('Board')
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await page.locator('.secret-once code').textContent()
  assert.match(token ?? '', /^tsr_/)
  const asToken = () => made.send('/api/session/user', { headers: { authorization: `Bearer ${token}` } })
  assert.equal((await asToken()).status, 200)
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly' })
  await row.getByText('Only Board').waitFor()
  await row.getByText('never expires, never used').waitFor()
  const [listed] = (await made.ann.tokens.list()).tokens
  assert.deepEqual([listed?.scope, listed?.workspace_id, listed?.expires_at], ['read', made.board, null])
  await page.getByRole('button', { name: 'Revoke Nightly' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Token “Nightly” revoked').waitFor()
  assert.equal((await asToken()).status, 401)
})

test('[WEB-11] an application is registered in German', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/developers', { locale: 'de-DE' })
  await page.getByText('Noch keine Anwendung').waitFor()
  await page.getByRole('link', { name: 'Anwendung registrieren' }).click()
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await page.getByText('Darf nicht leer sein.').first().waitFor()
  await page.getByLabel('Name').fill('Zettelroboter')
  await page.getByLabel('Redirect-URI').fill('ftp://robot.example.com')
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await page.getByText('Darf nicht mit ftp: beginnen.').waitFor()
  await page.getByLabel('Redirect-URI').fill('https://robot.example.com/back')
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await page.getByText('Kopiere es jetzt').waitFor()
  assert.equal((await made.ann.applications.list()).applications[0]?.name, 'Zettelroboter')
})
