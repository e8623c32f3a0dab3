// The images that the Dockerfile builds on, and their digests from a registry on this machine.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { baseImages, buildArguments, withDigests } from './base-images.ts'
import { readProjectFile } from './project-files.ts'

const manifest = JSON.stringify({ schemaVersion: 2, manifests: [] })
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`

/** A registry that gives a token to everybody, and has `library/node:24.1.0-slim`. */
async function registry(t: TestContext, named = digest) {
  const requests: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const { host = '', authorization, accept = '' } = request.headers
    requests.push(`${request.url}`)
    const url = new URL(request.url ?? '', `http://${host}`)
    if (url.pathname === '/token') {
      const { service, scope } = Object.fromEntries(url.searchParams)
      return response.end(JSON.stringify({ token: `${service} ${scope}` }))
    }
    if (authorization !== 'Bearer fake pull') {
      const realm = `http://${host}/token`
      return response
        .writeHead(401, { 'www-authenticate': `Bearer realm="${realm}",service="fake",scope="pull"` })
        .end()
    }
    assert.match(accept, /image\.index/)
    if (url.pathname !== '/v2/library/node/manifests/24.1.0-slim') return response.writeHead(404).end()
    return response.writeHead(200, { 'docker-content-digest': named }).end(manifest)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const imageOf = (image: string) => [{ argument: 'NODE_IMAGE', image }]

test('[OPS-63] the digest of a base image comes from its registry, and becomes a build argument', async t => {
  const { host, requests } = await registry(t)
  const image = `${host}/library/node:24.1.0-slim`
  const pinned = await withDigests(imageOf(image))
  assert.deepEqual(pinned, imageOf(`${image}@${digest}`))
  assert.equal(buildArguments(pinned), `--build-arg NODE_IMAGE=${image}@${digest}`)
  assert.equal(requests.length, 3, 'a challenge, a token, the manifest')
})

test('[OPS-63] a release is refused if a digest is missing, wrong or cannot be resolved', async t => {
  const { host } = await registry(t)
  await assert.rejects(withDigests(imageOf(`${host}/library/node:99.0.0`)), /digest of .*node:99\.0\.0: .*404/)
  const lying = await registry(t, `sha256:${'0'.repeat(64)}`)
  await assert.rejects(withDigests(imageOf(`${lying.host}/library/node:24.1.0-slim`)), /does not match its digest/)
  await assert.rejects(withDigests(imageOf('127.0.0.1:1/library/node:24.1.0-slim')), /cannot resolve the digest/)
  for (const image of ['node:24.1.0', 'node:24.1.0@sha256:0', `node:24.1.0@sha512:${'0'.repeat(64)}`])
    assert.throws(() => buildArguments(imageOf(image)), /without a digest/)
})

test('[OPS-63] the Dockerfile builds only on arguments with exact versions', () => {
  const images = baseImages(readProjectFile('Dockerfile'))
  assert.deepEqual(
    images.map(({ argument }) => argument),
    ['NODE_IMAGE', 'BASE_IMAGE'],
  )
  for (const line of [
    'FROM node:24.1.0',
    'FROM $OTHER',
    'ARG A=node:lts-slim\nFROM $A',
    'ARG A=debian:stable-slim\nFROM $A',
    'ARG A=node:24\nFROM $A',
    'ARG A=node\nFROM $A',
    'ARG A=node:latest\nFROM $A AS build',
    'ARG A=node:24.1.0\nFROM $A AS build\nFROM debian:stable',
  ])
    assert.throws(() => baseImages(line), /which is not an/, line)
  const stages = 'ARG A=node:24.1.0\nFROM $A AS build\nRUN x\nFROM build\nFROM $A\n'
  assert.deepEqual(baseImages(stages), [{ argument: 'A', image: 'node:24.1.0' }])
})
