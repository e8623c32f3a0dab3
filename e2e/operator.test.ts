// Tests the operator's page as an Admin, as Support and as a user without an application role.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { insertFailedJob, jobRows, waitForJobs } from '../server/testing/job-rows.ts'
import { type World, world } from '../server/testing/world.ts'
import { openAs } from './signed-in.ts'

describe('the operator’s page', () => {
  let made: World
  before(async () => {
    made = await world()
  })

  test('[WEB-13] a failed job is shown and retried, another is removed', async () => {
    const ada = await made.person('Ada', { application_role_id: 1 })
    const page = await openAs(made, ada, '/')
    await page.getByRole('button', { name: 'Ada Tester' }).click()
    await page.getByRole('link', { name: 'Operator' }).click()
    await page.getByText('All systems normal').waitFor()
    await page.getByRole('row', { name: /Listeners, per user LISTENERS_PER_USER 0 200/ }).waitFor()
    const first = await insertFailedJob(made.dependencies.db)
    const second = await insertFailedJob(made.dependencies.db, 'erase-workspace')
    await page.reload()
    await page.getByText('Needs attention').waitFor()
    await page.getByText('2 jobs failed.').waitFor()
    assert.match((await page.getByRole('row', { name: /erase-workspace/ }).textContent()) ?? '', /1/)
    await page.getByRole('link', { name: 'View failed jobs' }).click()
    await page.getByRole('button', { name: `Retry send-password-link ${first}` }).click()
    await page.getByText('send-password-link will be retried').waitFor()
    const rows = await waitForJobs(made.dependencies.db, all => all.find(({ id }) => id === first)?.state === 'done')
    assert.equal(rows.find(({ id }) => id === first)?.attempts, 1)
    await page.getByRole('button', { name: `Remove erase-workspace ${second}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No failed jobs').waitFor()
    assert.ok((await jobRows(made.dependencies.db)).every(({ id }) => id !== second))
  })

  test('[WEB-13] Support retries and removes nothing; others have no access', async () => {
    const sue = await made.person('Sue', { application_role_id: 2 })
    const letter = await insertFailedJob(made.dependencies.db)
    const page = await openAs(made, sue, '/operator#dead')
    await page.getByRole('button', { name: `Retry send-password-link ${letter}` }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
    await page.getByRole('button', { name: `Retry send-password-link ${letter}` }).click()
    await page.getByText('No failed jobs').waitFor()
    const other = await openAs(made, made.ann, '/operator')
    await other.getByText('You don’t have access to this page').waitFor()
    await other.getByRole('button', { name: 'Ann Tester' }).click()
    assert.equal(await other.getByRole('link', { name: 'Operator' }).count(), 0)
  })
})
