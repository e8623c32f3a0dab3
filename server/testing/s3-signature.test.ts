import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signatureError } from './s3-signature.ts'

// The example of the S3 documentation, with its published signature.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const example = {
  method: 'GET',
  url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
}
const then = Date.parse('2013-05-24T00:00:00Z')

test('the published example is right, at its time', () => {
  assert.equal(signatureError(example, credentials, then), null)
  assert.equal(signatureError(example, credentials), 'RequestTimeTooSkewed')
})

test('another path, header, secret or no signature is refused', () => {
  const otherPath = { ...example, url: new URL('https://examplebucket.s3.amazonaws.com/other.txt') }
  assert.equal(signatureError(otherPath, credentials, then), 'SignatureDoesNotMatch')
  const longer = { ...example, headers: { ...example.headers, range: 'bytes=0-99' } }
  assert.equal(signatureError(longer, credentials, then), 'SignatureDoesNotMatch')
  assert.equal(signatureError(example, { ...credentials, secretAccessKey: 'x' }, then), 'SignatureDoesNotMatch')
  const unsigned = { ...example, headers: { ...example.headers, authorization: undefined } }
  assert.equal(signatureError(unsigned, credentials, then), 'AccessDenied')
  const unlisted = { ...example, headers: { ...example.headers, 'x-amz-acl': 'public-read' } }
  assert.equal(signatureError(unlisted, credentials, then), 'AccessDenied')
})
