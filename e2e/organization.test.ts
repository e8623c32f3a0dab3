// Tests the page of an organization as its Owner and as other users.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guest, member } from '../server/testing/members.ts'
import { whitelist } from '../server/testing/people.ts'
import { type World, world } from '../server/testing/world.ts'
import { eventually } from './board-page.ts'
import { openAs } from './signed-in.ts'

const pathOf = ({ organization }: World, part: string) => `/organizations/${organization}#${part}`

const states = async ({ ann, organization }: World) =>
  Object.fromEntries(
    (await ann.organizations.listMembers(organization, { limit: 200 })).organization_users.map(one => [
      one.email,
      `${one.organization_role.name} ${one.invited_state}`,
    ]),
  )

test('[SGN-8] several people are invited at once, shown as pending, mailed again and withdrawn', async () => {
  const made = await world()
  const { ann, bob } = made
  const page = await openAs(made, ann, pathOf(made, 'invitations'))
  const [one, two] = ['one', 'two'].map(name => `${name}.${made.board.toLowerCase()}@example.com`) as [string, string]
  await page.getByLabel('Email addresses').fill('not@an@address')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Not a valid email address: not@an@address').waitFor()
  await page.getByLabel('Email addresses').fill(`One <${one}>, ${two}\n${bob.email}`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const outcomes = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await outcomes.nth(2).waitFor()
  assert.deepEqual(await outcomes.allTextContents(), [
    `${one} The user was invited`,
    `${two} The user was invited`,
    `${bob.email} Already belongs to a member.`,
  ])
  await eventually(() => page.getByLabel('Email addresses').inputValue(), bob.email)

  await page.getByRole('button', { name: `Resend to ${one}` }).click()
  await page.getByText(`Invitation resent to ${one}`).waitFor()
  await page.getByRole('button', { name: `Revoke the invitation for ${one}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(`Invitation for ${one} revoked`).waitFor()
  await page.getByRole('button', { name: `Resend to ${one}` }).waitFor({ state: 'detached' })
  const { [one]: first, [two]: second } = await states(made)
  assert.deepEqual([first, second], [undefined, 'User PENDING_INVITE'])
})

test('[SGN-8] a guest who awaits approval is approved', async () => {
  const made = await world()
  await made.ann.organizations.update(made.organization, { is_guest_invite_requires_approval: true })
  const email = `gus.${made.board.toLowerCase()}@example.com`
  await made.bob.organizations.addMember(made.organization, { email, organization_role_id: guest })
  const page = await openAs(made, made.ann, pathOf(made, 'members'))
  await page.getByRole('link', { name: 'Invitations 1' }).click()
  await page.getByRole('button', { name: `Approve ${email}` }).click()
  await page.getByRole('region', { name: 'Pending invitations' }).getByText(email).waitFor()
  const { organization_users } = await made.ann.organizations.listMembers(made.organization, { query: email })
  assert.equal(organization_users[0]?.awaits_approval, false)
})

test('[SGN-8] members are found, filtered, given another role, and removed while what they own is shown', async () => {
  const made = await world()
  const { ann, bob, organization, board } = made
  for (let count = 0; count < 27; count += 1) await member(made, `Person${count}`)
  await ann.workspaces.update(board, { user_id: bob.id })
  const page = await openAs(made, ann, pathOf(made, 'members'))
  await page.getByText('1–25 of 30').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('26–30 of 30').waitFor()
  await page.getByLabel('Search').fill(bob.email.slice(0, 8).toUpperCase())
  const role = page.getByLabel('Role of Bob Tester')
  await role.selectOption('Admin')
  await page.getByText('Bob Tester is now Admin').waitFor()
  assert.equal((await states(made))[bob.email], 'Admin ACCEPTED')
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Show').selectOption('Admins')
  await page.getByLabel('Role of Person3 Tester').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Remove Bob Tester' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Transfer the workspace they own to Ann Tester').waitFor()
  assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), ['Board'])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No members found').waitFor()
  assert.equal((await states(made))[bob.email], undefined)
  const { workspace } = await ann.workspaces.get(board)
  assert.equal(workspace.properties.workspace_owner.id, ann.id)
  assert.equal(
    (await ann.organizations.listAudit(organization, { limit: 1 })).audit_entries[0]?.action,
    'MEMBER_REMOVED',
  )
})

test('[SGN-8] [ORG-10] changed settings appear in the audit log', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, pathOf(made, 'settings'))
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.text-field-fault').waitFor()
  await page.getByLabel('Name').fill('Tiles')
  await page.getByRole('switch', { name: 'Guests need approval' }).click()
  await page.getByLabel('Who can publish workspaces').selectOption('Only the Owner and Admins of the organization')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByLabel('Key').fill('cost-center')
  await page.getByLabel('Value').fill('4711')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Tiles', level: 1 }).waitFor()
  const { organization } = await made.ann.organizations.get(made.organization)
  assert.deepEqual(
    [organization.name, organization.is_guest_invite_requires_approval, organization.metadata],
    [
      'Tiles',
      true,
      [
        { key: 'cost-center', value: '4711' },
        { key: 'publishing', value: 'admins' },
      ],
    ],
  )
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('Ann Tester changed the settings of Mosaic').waitFor()
  await page.getByText('Name: Mosaic → Tiles').waitFor()
  await page.getByText('Who can publish: Owners of workspaces → Owner and Admins').waitFor()
})

test('[SGN-8] a whitelisted application is withdrawn', async () => {
  const made = await world()
  const { application } = await made.eve.applications.create({
    name: 'Robot',
    redirect_uri: 'https://example.com/back',
  })
  await whitelist(made.dependencies, made.organization, application.client_id, made.ann.id)
  const page = await openAs(made, made.ann, pathOf(made, 'applications'))
  await page.getByRole('button', { name: 'Remove Robot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No whitelisted applications').waitFor()
  assert.deepEqual((await made.ann.organizations.listApplications(made.organization)).applications, [])
})

test('[SGN-8] actions that a role does not allow are not offered, and strangers see nothing', async () => {
  const made = await world()
  const page = await openAs(made, made.bob, pathOf(made, 'members'))
  await page.getByText('Ann Tester').waitFor()
  const parts = page.getByRole('navigation', { name: 'Mosaic' }).getByRole('link')
  await eventually(() => parts.allTextContents(), ['Members', 'Invitations', 'Settings'])
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
  await page.getByRole('link', { name: 'Invitations' }).click()
  await eventually(() => page.getByLabel('Role', { exact: true }).getByRole('option').allTextContents(), ['Guest'])
  const stranger = await openAs(made, made.eve, pathOf(made, 'members'))
  await stranger.getByText('Organization not found').waitFor()
})

test('[WEB-11] an organization is managed in German: roles, invitations and the audit log', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, pathOf(made, 'members'), { locale: 'de-DE' })
  await page.getByLabel('Rolle von Bob Tester').selectOption('Admin')
  await page.getByText('Bob Tester hat jetzt die Rolle Admin').waitFor()
  await page.getByRole('link', { name: 'Einladungen' }).click()
  await page.getByLabel('E-Mail-Adressen').fill(made.bob.email)
  await page.getByRole('button', { name: 'Einladen', exact: true }).click()
  await page.getByText('Gehört bereits zu einem Mitglied.').waitFor()
  await page.getByRole('link', { name: 'Audit-Log' }).click()
  await page.getByText(/Ann Tester hat die Rolle von .* geändert/).waitFor()
})

test('[WEB-43] on a phone the tabs fade out at the edge if there are more, and the current one is in view', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, pathOf(made, 'members'), { viewport: { width: 390, height: 844 } })
  const parts = page.locator('.shell-parts')
  const more = async () =>
    ((await parts.getAttribute('class')) ?? '').split(' ').filter(name => name.startsWith('has-more'))
  await eventually(more, ['has-more-after'])
  await parts.getByRole('link').last().click()
  await eventually(more, ['has-more-before'])
  assert.equal(await parts.getByRole('link').last().getAttribute('aria-current'), 'page')
})
