// Tests the account page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../server/testing/assert-refused.ts'
import { grantTo, signIn } from '../server/testing/people.ts'
import { readSample } from '../server/testing/sample-file.ts'
import { withPersonalToken } from '../server/testing/token-holders.ts'
import { until } from '../server/testing/until.ts'
import { setTestPassword } from '../server/testing/visitor.ts'
import { world } from '../server/testing/world.ts'
import { openAs } from './signed-in.ts'

test('[SGN-8] names are changed, and appear in the menu', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account')
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Email', { exact: true }).fill(made.bob.email)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Belongs to another user.').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(made.ann.email)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Anna Tester' }).waitFor()
  assert.equal((await made.ann.users.me()).user.first_name, 'Anna')
})

test('[SGN-8] a picture is previewed, saved, shown and removed', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'note.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Save picture' }).click()
  await page.getByRole('alert').waitFor()
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await readSample('plain.png') })
  await page.getByAltText('Preview of the new picture').waitFor()
  await page.getByRole('button', { name: 'Save picture' }).click()
  await page.getByText('Profile picture saved').waitFor()
  const isShown = () =>
    page.locator('.account-menu-button img').evaluate(image => (image as HTMLImageElement).decode().then(() => true))
  assert.equal(await isShown(), true)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Profile picture removed').waitFor()
  assert.equal((await made.ann.users.me()).user.avatar_url, null)
})

test('[SGN-8] mail about mentions is turned off', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account')
  await page.getByRole('switch').click()
  await page.getByText('You won’t get emails about mentions').waitFor()
  assert.equal((await made.ann.users.me()).user.user_preference?.notify_on_new_message, false)
})

test('[MAI-7] [WEB-11] the language chosen in the menu applies to mail, too, and a failure to store it is shown', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account')
  const language = async () => (await made.ann.users.me()).user.user_preference?.language
  const menu = page.getByRole('button', { name: 'Ann Tester' })
  const german = page.getByRole('button', { name: 'Deutsch' })
  await menu.click()
  await page.context().setOffline(true)
  await german.click()
  await page.getByText('E-Mails erhältst du in der Sprache, die du im Kontomenü auswählst.').waitFor()
  await page.getByText('Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.').waitFor()
  await page.context().setOffline(false)
  await german.click()
  await until(async () => (await language()) === 'de')
})

test('[SGN-2] [SGN-8] the password is changed, errors are shown by field, and other sessions end', async () => {
  const made = await world()
  await setTestPassword(made, made.ann, 'the old password')
  await signIn(made.dependencies, made.ann.id, 'Another')
  const page = await openAs(made, made.ann, '/account#security')
  const fill = async (current: string, next: string, again: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password').fill(again)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await fill('the old password', 'the new password', 'something else')
  await page.getByText('The passwords don’t match.').waitFor()
  await fill('not the old one', 'the new password', 'the new password')
  await page.getByText('Is not the current password.').waitFor()
  await fill('the old password', 'the new password', 'the new password')
  await page.getByText('Password changed').waitFor()
  await page.reload()
  await page.getByText('This device').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Sign out / }).count(), 0)
})

test('[SGN-8] another session is ended', async () => {
  const made = await world()
  const other = await openAs(made, made.ann, '/account', {
    userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1',
  })
  const page = await openAs(made, made.ann, '/account#security')
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await page.getByText('Safari on iPhone was signed out').waitFor()
  await other.goto(`${made.url}/developers`)
  await other.waitForURL(/\/sign-in/)
})

test('[SGN-31] all other sessions are ended, with the personal tokens', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account#security')
  const script = await withPersonalToken(made, made.ann)
  const endOthers = page.getByRole('button', { name: 'Sign out all others' })
  await endOthers.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Revoke my personal tokens, too').check()
  await dialog.getByLabel('Keep what was created with it').waitFor()
  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('All other sessions were signed out').waitFor()
  await endOthers.waitFor({ state: 'detached' })
  await refused(script.users.me(), 401, 'Unauthorized')
})

test('[SGN-8] access of an authorized application is withdrawn', async () => {
  const made = await world()
  const { application } = await made.bob.applications.create({
    name: 'Robot',
    redirect_uri: 'https://example.com/back',
  })
  await grantTo(made.dependencies, made.ann.id, application.client_id)
  const page = await openAs(made, made.ann, '/account#applications')
  await page.getByRole('button', { name: 'Revoke Robot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No authorized applications').waitFor()
  assert.deepEqual((await made.ann.authorizations.list()).authorizations, [])
})

test('[SGN-5] [SGN-8] the menu is used by keyboard, and signs out', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account')
  const button = page.getByRole('button', { name: 'Ann Tester' })
  await button.press('Enter')
  await page.getByRole('link', { name: 'Mosaic' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Mosaic' }).waitFor({ state: 'detached' })
  await button.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.waitForURL(url => url.pathname !== '/account')
  await page.goto(`${made.url}/account`)
  await page.waitForURL(/\/sign-in/)
})

test('[WEB-11] the account page works in German, including errors of fields', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/account', { locale: 'de-AT' })
  await page.getByRole('heading', { name: 'Konto', level: 1 }).waitFor()
  await page.getByLabel('E-Mail', { exact: true }).fill(made.bob.email)
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByText('Gehört zu einem anderen Konto.').waitFor()
  await page.getByLabel('E-Mail', { exact: true }).fill('ann')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByText('Muss eine E-Mail-Adresse sein.').waitFor()
  await page.getByLabel('E-Mail', { exact: true }).fill(made.ann.email)
  await page.getByLabel('Vorname').fill('Anna')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await page.getByText('Dein Profil wurde gespeichert').waitFor()
  assert.equal((await made.ann.users.me()).user.first_name, 'Anna')
})
