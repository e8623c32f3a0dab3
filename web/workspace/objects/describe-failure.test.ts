import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureCodes } from '@tessera/contract/failures'
import { boardObject } from '../testing/board-object.ts'
import { english } from '../workspace-words-english.ts'
import { german } from '../workspace-words-german.ts'
import { sayFailure } from './describe-failure.ts'

test('[WEB-26] why nothing could be made of a file is said in the language of the page', () => {
  for (const reasonCode of failureCodes) {
    const failed = boardObject('document', { state: 'failed', reason: 'in the words of the service', reasonCode })
    assert.equal(sayFailure(failed, english), english.failures[reasonCode])
    assert.equal(sayFailure(failed, german), german.failures[reasonCode])
  }
  assert.equal(sayFailure(boardObject('document'), german), null)
  assert.equal(sayFailure(boardObject('image', { reason: 'from before' }), german), 'from before')
})
