import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { refused } from '../../testing/assert-refused.ts'
import { bytesAt, fetchFile, fileAt } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { world } from '../../testing/world.ts'

test('[USR-12] [FIL-7] an avatar is set, and shown under a signed URL in every record of the user', async () => {
  const made = await world()
  const { ann, bob, organization, board } = made
  const { avatar_url } = await ann.users.setAvatar('me', { avatar: await readSample('plain.jpg') })
  assert.equal((await fetchFile(made, avatar_url)).headers.get('content-type'), 'image/webp')
  const { organization_users } = await bob.organizations.listMembers(organization, { query: ann.email })
  const { workspace } = await bob.workspaces.get(board)
  const shown = [
    (await ann.users.me()).user.avatar_url,
    (await bob.users.get(ann.id)).user.avatar_url,
    organization_users[0]?.avatar_url,
    workspace.properties.workspace_owner.avatar_url,
  ]
  assert.deepEqual(shown.map(fileAt), Array(4).fill(fileAt(avatar_url)))
})

test('[USR-12] [FIL-19] an avatar is made small and upright, without location or camera metadata', async () => {
  const made = await world()
  const create = { width: 3_000, height: 1_500, channels: 3, background: '#336699' } as const
  const exif = { IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const jpeg = await sharp({ create }).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { avatar_url } = await made.ann.users.setAvatar('me', { avatar: jpeg })
  const bytes = await bytesAt(made, avatar_url)
  const found = await sharp(bytes).metadata()
  assert.deepEqual([found.format, found.width, found.height, found.exif], ['webp', 256, 512, undefined])
  assert.equal(bytes.includes('Secret'), false)
})

test('[USR-12] a truncated picture is refused', async () => {
  const { ann } = await world()
  const create = { width: 300, height: 300, channels: 3, background: '#336699' } as const
  const png = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
  await refused(ann.users.setAvatar('me', { avatar: png.subarray(0, 100_000) }), 400, 'BadRequest', 'avatar')
  assert.equal((await ann.users.me()).user.avatar_url, null)
})

test('[USR-12] a picture may be PNG, JPEG, WebP or GIF', async () => {
  const { ann } = await world()
  for (const name of ['plain.png', 'plain.jpg', 'lossy.webp', 'animated.gif'])
    assert.match((await ann.users.setAvatar('me', { avatar: await readSample(name) })).avatar_url, /\/files\//)
})

test('[USR-12] other files and those too large are refused, and the previous avatar stays', async () => {
  const { ann, send } = await world()
  const { avatar_url } = await ann.users.setAvatar('me', { avatar: await readSample('plain.png') })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const avatar of [svg, await readSample('plain.tiff'), await readSample('page.pdf')])
    await refused(ann.users.setAvatar('me', { avatar }), 400, 'BadRequest', 'avatar')
  const large = Buffer.concat([await readSample('plain.png'), Buffer.alloc(5_000_000)])
  await refused(ann.users.setAvatar('me', { avatar: large }), 400, 'PayloadTooLarge')
  const empty = new FormData()
  empty.set('other', 'x')
  assert.equal((await send('/api/users/me/avatar', { method: 'POST', body: empty, as: ann })).status, 400)
  assert.equal(fileAt((await ann.users.me()).user.avatar_url), fileAt(avatar_url))
})

test('[USR-12] an avatar is removed', async () => {
  const { ann } = await world()
  await ann.users.setAvatar('me', { avatar: await readSample('plain.png') })
  await ann.users.removeAvatar('me')
  assert.equal((await ann.users.me()).user.avatar_url, null)
  await ann.users.removeAvatar('me')
})

test('[USR-12] changing the avatar of others needs can_edit_users', async () => {
  const { ann, bob, eve, person } = await world()
  const avatar = await readSample('plain.png')
  await refused(bob.users.setAvatar(ann.id, { avatar }), 403, 'ForbiddenError')
  await refused(bob.users.removeAvatar(ann.id), 403, 'ForbiddenError')
  await refused(eve.users.setAvatar(ann.id, { avatar }), 404, 'ResourceNotFound')
  const root = await person('Root', { application_role_id: 1 })
  await root.users.setAvatar(ann.id, { avatar })
  assert.notEqual((await ann.users.me()).user.avatar_url, null)
})
