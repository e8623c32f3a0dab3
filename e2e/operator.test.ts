// The operator's page, by the hands of an Admin, of Support and of somebody else.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { deadJob, jobRows, rowsOnce } from '../server/testing/job-rows.ts'
import { type World, world } from '../server/testing/world.ts'
import { assertFits } from './browser.ts'
import { openAs } from './signed-in.ts'

describe('the operator’s page', () => {
  let made: World
  before(async () => {
    made = await world()
  })

  test('[WEB-13] a dead letter is seen, tried again and gone, another removed', async () => {
    const ada = await made.person('Ada', { application_role_id: 1 })
    const page = await openAs(made, ada, '/')
    await page.getByRole('button', { name: 'Ada Tester' }).click()
    await page.getByRole('link', { name: 'Operator' }).click()
    await page.getByText('All is well').waitFor()
    const first = await deadJob(made.parts.db)
    const second = await deadJob(made.parts.db, 'erase-workspace')
    await page.reload()
    await page.getByText('Something needs you').waitFor()
    await page.getByText('2 jobs were given up.').waitFor()
    assert.match((await page.getByRole('row', { name: /erase-workspace/ }).textContent()) ?? '', /1/)
    await page.getByRole('link', { name: 'See the dead letters' }).click()
    await page.getByRole('button', { name: `Try again: send-password-link ${first}` }).click()
    await page.getByText('send-password-link will be tried again').waitFor()
    const rows = await rowsOnce(made.parts.db, all => all.find(({ id }) => id === first)?.state === 'done')
    assert.equal(rows.find(({ id }) => id === first)?.attempts, 1)
    await page.getByRole('button', { name: `Remove erase-workspace ${second}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No dead letters').waitFor()
    assert.ok((await jobRows(made.parts.db)).every(({ id }) => id !== second))
  })

  test('[WEB-13] Support tries again and removes nothing; others are told whom the page is for', async () => {
    const sue = await made.person('Sue', { application_role_id: 2 })
    const letter = await deadJob(made.parts.db)
    const page = await openAs(made, sue, '/operator#dead')
    await page.getByRole('button', { name: `Try again: send-password-link ${letter}` }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
    await page.getByRole('button', { name: `Try again: send-password-link ${letter}` }).click()
    await page.getByText('No dead letters').waitFor()
    const other = await openAs(made, made.ann, '/operator')
    await other.getByText('This page is for those who run the installation').waitFor()
    await other.getByRole('button', { name: 'Ann Tester' }).click()
    assert.equal(await other.getByRole('link', { name: 'Operator' }).count(), 0)
  })

  test('everybody can use it, in the light and in the dark, on a desk and on a phone', async () => {
    const ada = await made.person('Ada', { application_role_id: 1 })
    await deadJob(made.parts.db)
    const page = await openAs(made, ada, '/operator')
    await page.getByRole('heading', { name: 'The installation' }).waitFor()
    await assertFits(page)
    await page.goto(`${made.url}/operator#dead`)
    await page
      .getByRole('button', { name: /^Try again: send-password-link/ })
      .first()
      .waitFor()
    await assertFits(page)
  })
})
