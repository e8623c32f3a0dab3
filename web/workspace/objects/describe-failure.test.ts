import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureCodes } from '@tessera/contract/failures'
import { boardObject } from '../testing/board-object.ts'
import { english } from '../workspace-messages-english.ts'
import { german } from '../workspace-messages-german.ts'
import { describeFailure } from './describe-failure.ts'

test('[WEB-26] a processing failure is described in the language of the page', () => {
  for (const reasonCode of failureCodes) {
    const failed = boardObject('document', { state: 'failed', reason: 'in the words of the service', reasonCode })
    assert.equal(describeFailure(failed, english), english.failures[reasonCode])
    assert.equal(describeFailure(failed, german), german.failures[reasonCode])
  }
  assert.equal(describeFailure(boardObject('document'), german), null)
  assert.equal(describeFailure(boardObject('image', { reason: 'from before' }), german), 'from before')
})
