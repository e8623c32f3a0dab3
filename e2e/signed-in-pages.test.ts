// Every page of a signed-in person: fit for everybody, in the light and in the dark, on a desk and on a phone.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { guest, member, pendingMember } from '../server/testing/members.ts'
import { grantTo, whitelist } from '../server/testing/people.ts'
import { type World, world } from '../server/testing/world.ts'
import { assertAccessible, assertFits, assertNothingIsCutOff, openPage, phone } from './browser.ts'
import { openAs } from './signed-in.ts'

const parts = {
  developers: ['', '#applications/new', '#applications/<client_id>', '#tokens', '#first-steps'],
  organization: ['', '#invitations', '#settings', '#applications', '#audit'],
  account: ['', '#security', '#applications'],
  home: ['', '#favorites', '#trash'],
}

async function livelyWorld() {
  const made = await world()
  const { ann, organization } = made
  for (const name of ['Carla', 'Dmitri']) await member(made, name)
  await pendingMember(made, 'Pat')
  const metadata = [{ key: 'cost-center', value: '4711' }]
  const name = 'Donaudampfschifffahrtsgesellschaft'
  await ann.organizations.update(organization, { name, is_guest_invite_requires_approval: true, metadata })
  const email = `gus.${made.board.toLowerCase()}@example.com`
  await ann.organizations.addMember(organization, { email, organization_role_id: guest })
  const { application } = await ann.applications.create({
    name: 'Arbeitsflächenspiegelung',
    redirect_uri: 'https://example.com/back',
  })
  await whitelist(made.dependencies, organization, application.client_id, ann.id)
  await grantTo(made.dependencies, ann.id, application.client_id)
  await ann.tokens.create({ name: 'Nightly' })
  const { workspace } = await ann.workspaces.create(organization, { name: 'Of yesterday', public: true })
  await ann.workspaces.delete(workspace.properties.uid)
  return { made, client_id: application.client_id }
}

const addressesOf = ({ organization }: World, client_id: string) => [
  ...parts.developers.map(part => `/developers${part.replace('<client_id>', client_id)}`),
  ...parts.organization.map(part => `/organizations/${organization}${part}`),
  ...parts.account.map(part => `/account${part}`),
  ...parts.home.map(part => `/${part}`),
  '/organizations',
  '/docs',
]

describe('the pages of a signed-in person', () => {
  let made: World
  let client_id: string
  before(async () => {
    ;({ made, client_id } = await livelyWorld())
  })

  async function lookAtAll(options: BrowserContextOptions, language: string, look: (page: Page) => Promise<void>) {
    const page = await openAs(made, made.ann, '/account', options)
    for (const address of addressesOf(made, client_id)) {
      await page.goto('about:blank')
      await page.goto(made.url + address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.locator(`html[lang=${language}]`).waitFor()
      await look(page)
    }
    await page.context().close()
  }

  test('the pages are accessible in both themes, on desktop and phone', () => lookAtAll({}, 'en', assertFits))

  test('[WEB-11] [WEB-45] everybody can use them in German, on a small phone', () =>
    lookAtAll({ locale: 'de-DE', viewport: { width: 340, height: 700 } }, 'de', async page => {
      await assertAccessible(page)
      await assertNothingIsCutOff(page)
    }))

  test('the open menu and a question are fit for everybody, too', async () => {
    const page = await openAs(made, made.ann, '/developers#tokens', { viewport: phone })
    await page.getByRole('button', { name: 'Ann Tester' }).click()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Revoke Nightly' }).click()
    await assertAccessible(page)
  })

  test('the documentation has the account menu of a signed-in person, and a way to sign in for others', async () => {
    const page = await openAs(made, made.ann, '/docs')
    await page.getByRole('button', { name: 'Ann Tester' }).click()
    await page.getByRole('link', { name: 'Account', exact: true }).waitFor()
    const stranger = await openPage(`${made.url}/docs/reference/notes`)
    await stranger.getByRole('link', { name: 'Sign in' }).click()
    await stranger.waitForURL(/\/sign-in\?next=/)
    assert.equal(new URL(stranger.url()).searchParams.get('next'), '/docs/reference/notes')
  })

  test('they load nothing from elsewhere', async () => {
    const page = await openAs(made, made.ann, '/account')
    const asked = new Set<string>()
    page.on('request', request => asked.add(new URL(request.url()).origin))
    for (const address of ['/', '/developers', `/organizations/${made.organization}`, '/account'])
      await page.goto(made.url + address, { waitUntil: 'networkidle' })
    assert.deepEqual([...asked], [made.url])
  })
})
