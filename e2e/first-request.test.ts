// The first line of the developer portal, run by curl as a reader would.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { world } from '../server/testing/world.ts'
import { openAs } from './signed-in.ts'

test('[SGN-8] the first line works unchanged once a token is inserted', async () => {
  const made = await world()
  const page = await openAs(made, made.ann, '/developers#first-steps')
  await page.getByRole('button', { name: 'Insert a token' }).click()
  await page.getByText('Token inserted').waitFor()
  const line = (await page.locator('pre').first().textContent()) ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', line.replace('curl', 'curl -s')])
  assert.equal(JSON.parse(stdout).user.id, made.ann.id)
  await page.locator('pre').last().filter({ hasText: made.board }).waitFor()
})
