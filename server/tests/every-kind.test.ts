// Rules that hold for every kind, tested on each row of the table of kinds against docs/spec/kinds.md.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Kind, type KindName, kindNames } from '@tessera/contract'
import { allKinds, changesOf, createAny, type KindMethods, methodsOf, requiredData } from '../testing/any-kind.ts'
import { refused } from '../testing/assert-refused.ts'
import { type DocumentedField, documentedKinds, type NumberRange } from '../testing/documented-kinds.ts'
import { type World, world } from '../testing/world.ts'

/** OBJ-4: the limits that all kinds share. The table of a kind contains the others. */
const sharedRanges: Readonly<Record<string, NumberRange>> = {
  x: [-1_000_000_000, 1_000_000_000, 1],
  y: [-1_000_000_000, 1_000_000_000, 1],
  width: [1, 1_000_000, 1],
  height: [1, 1_000_000, 1],
  contentWidth: [1, 1_000_000, 1],
  contentHeight: [1, 1_000_000, 1],
}

const sharedLengths: Readonly<Record<string, readonly [min: number, max: number]>> = {
  text: [0, 65_536],
  name: [1, 255],
  title: [1, 255],
}

const rangeOf = ({ name, range }: DocumentedField) => range ?? sharedRanges[name]
const lengthOf = ({ name, length }: DocumentedField) => length ?? sharedLengths[name]

const notSent = ['id', 'order', 'group', 'version', 'created_at', 'updated_at']

for (const kind of allKinds) {
  const name = kind.name as KindName
  const { rule, fields } = documentedKinds[name]
  const isForm = kind.upload !== undefined
  const changes = changesOf(name)
  const canUpdate = changes !== null

  describe(`every kind: ${name}`, () => {
    let made: World
    let board: string
    let of: KindMethods
    const create = (more: Record<string, unknown> = {}) => createAny(made.ann, name, board, more)
    const refusedCreate = async (data: Record<string, unknown>, ...wrong: string[]) =>
      await refused(of.create(board, { ...(await requiredData(name)), ...data }), 400, 'BadRequest', ...wrong)

    before(async () => {
      made = await world()
      board = made.board
      of = methodsOf(made.ann, name)
    })

    test(`[${rule}] [OBJ-2] [OBJ-3] ${name} has its documented fields and defaults`, async () => {
      const reply = await of.create(board, await requiredData(name))
      assert.deepEqual(Object.keys(reply), [name], 'wrapped under its name and nothing else')
      const record = await create()
      const shown = fields.filter(
        field => !['brushSize', 'reason', 'reasonCode'].includes(field.name) && !isFile(kind, field),
      )
      const names = new Set([...shown.map(field => field.name), ...notSent])
      assert.deepEqual(new Set(Object.keys(record)), names)
      for (const field of shown.filter(field => field.default !== undefined && field.onCreate !== 'required'))
        assert.deepEqual(record[field.name], field.default, field.name)
      assert.match(record.id, /^[0-9a-f]{24}$/)
      assert.equal(record.version, 1)
      assert.equal(record.created_at, record.updated_at)
    })

    for (const field of fields.filter(one => one.allowed && one.onCreate !== 'never')) {
      test(`[${rule}] ${name}.${field.name} takes every allowed value and no other`, async () => {
        for (const value of field.allowed as string[]) {
          assert.equal((await create({ [field.name]: value }))[field.name], value)
          await refusedCreate(
            { [field.name]: value.toLowerCase() === value ? value.toUpperCase() : value.toLowerCase() },
            field.name,
          )
        }
        await refusedCreate({ [field.name]: 'Transparent' }, field.name)
        if (field.onUpdate === 'never') return
        const { id } = await create()
        for (const value of field.allowed as string[])
          assert.equal((await of.update(board, id, { [field.name]: value }))[name]?.[field.name], value)
        await refused(of.update(board, id, { [field.name]: 'Transparent' }), 400, 'BadRequest', field.name)
      })
    }

    for (const field of fields.filter(one => rangeOf(one) && one.onCreate !== 'never')) {
      test(`[OBJ-4] [KND-14] [${rule}] ${name}.${field.name} accepts its smallest to its largest value`, async () => {
        const [least, most, step] = rangeOf(field) as NumberRange
        const key = field.name === 'brushSize' ? 'size' : field.name
        const wrong = [least - step, most + step, ...(step === 1 ? [least + 0.5] : [])]
        for (const value of [least, most]) assert.equal((await create({ [field.name]: value }))[key], value)
        for (const value of wrong) await refusedCreate({ [field.name]: value }, field.name)
        if (field.onUpdate === 'never') return
        const { id } = await create()
        for (const value of [least, most])
          assert.equal((await of.update(board, id, { [field.name]: value }))[name]?.[key], value)
        for (const value of wrong)
          await refused(of.update(board, id, { [field.name]: value }), 400, 'BadRequest', field.name)
        assert.equal((await of.get(board, id))[name]?.[key], most)
      })
    }

    for (const field of fields.filter(
      one => lengthOf(one) && one.onCreate !== 'never' && (one.onCreate === 'required' || !isForm),
    )) {
      test(`[OBJ-4] ${name}.${field.name} may have its maximum length and no more`, async () => {
        const [least, most] = lengthOf(field) as [number, number]
        const longest = '漢'.repeat(most - 1).concat('😀')
        assert.equal((await create({ [field.name]: longest }))[field.name], longest, 'characters, not code units')
        await refusedCreate({ [field.name]: `${longest}a` }, field.name)
        if (least === 0) return assert.equal((await create({ [field.name]: '' }))[field.name], '')
        assert.equal(
          (await create({ [field.name]: `  ${longest}\n` }))[field.name],
          longest,
          'blanks around it do not count',
        )
        await refusedCreate({ [field.name]: ' \t ' }, field.name)
      })
    }

    test(`[${rule}] [OBJ-3] [ERR-1] ${name} requires its required fields, and null counts as missing`, async () => {
      const required = fields.filter(field => field.onCreate === 'required').map(field => field.name)
      const file = kind.upload ? { [kind.upload.field]: (await requiredData(name))[kind.upload.field] } : {}
      if (required.length > 0) await refused(of.create(board, file), 400, 'BadRequest', ...required)
      for (const one of required) await refusedCreate({ [one]: null }, one)
      const optional = fields.filter(field => field.onCreate === 'optional')
      const record = await create(Object.fromEntries(optional.map(field => [field.name, null])))
      for (const field of optional.filter(field => field.default !== undefined && field.name !== 'brushSize'))
        assert.deepEqual(record[field.name], field.default, field.name)
    })

    test(`[ERR-1] [ERR-12] ${name} names every field of a wrong type, and converts nothing`, async () => {
      const { id } = await create()
      const updatable = fields.filter(field => field.onUpdate === 'optional')
      const invalidValues = (some: readonly DocumentedField[], convert: (value: unknown) => unknown) =>
        Object.fromEntries(some.map(field => [field.name, convert(goodValue(kind, field))]))
      for (const convert of [otherType, (value: unknown) => (Array.isArray(value) ? 'list' : [value]), () => ({})]) {
        if (canUpdate)
          await refused(
            of.update(board, id, invalidValues(updatable, convert)),
            400,
            'BadRequest',
            ...updatable.map(one => one.name),
          )
        const creatable = fields.filter(field => field.onCreate === 'required' || field.onCreate === 'optional')
        if (!isForm)
          await refused(
            of.create(board, invalidValues(creatable, convert)),
            400,
            'BadRequest',
            ...creatable.map(one => one.name),
          )
      }
      assert.equal((await of.get(board, id))[name]?.version, 1)
    })

    test(`[ERR-8] [OBJ-3] ${name} ignores fields that only the server sets, and unknown ones`, async () => {
      const readOnly = fields.filter(field => field.onCreate === 'never').map(field => field.name)
      const junk = Object.fromEntries(
        [...readOnly, ...notSent, 'kind', 'nonsense', ...(isForm ? [] : ['constructor'])].map(one => [one, 7]),
      )
      const plain = await create()
      const record = await create(junk)
      for (const one of readOnly.filter(one => one !== 'url')) assert.deepEqual(record[one], plain[one], one)
      assert.equal(record.version, 1)
      assert.equal('nonsense' in record, false)
      if (!canUpdate) return
      const fixed = fields.filter(field => field.onUpdate === 'never').map(field => field.name)
      const unchanged = Object.fromEntries([...fixed, ...notSent, 'nonsense'].map(one => [one, 7]))
      assert.deepEqual(shownOf((await of.update(board, record.id, unchanged))[name]), shownOf(record))
    })

    if (canUpdate)
      test(`[OBJ-2] [OBJ-3] ${name}: an update changes what is sent, and nothing else`, async () => {
        const [first, second] = changes
        const before = await create(second)
        const log = await made.ann.events.list(board, { limit: 1_000 })
        const optional = fields.filter(field => field.onUpdate === 'optional')
        const nothing = Object.fromEntries(optional.map(field => [field.name, null]))
        for (const data of [{}, nothing, { nonsense: 1 }, second])
          assert.deepEqual(shownOf((await of.update(board, before.id, data))[name]), shownOf(before))
        assert.deepEqual(await made.ann.events.list(board, { limit: 1_000 }), log, 'no event either')
        const reply = await of.update(board, before.id, first)
        assert.deepEqual(Object.keys(reply), [name])
        const after = reply[name] as typeof before
        assert.deepEqual(shownOf(after), { ...shownOf(before), ...first, version: 2, updated_at: after.updated_at })
        assert.ok(after.updated_at >= before.updated_at)
        assert.deepEqual(shownOf((await of.get(board, before.id))[name]), shownOf(after))
      })

    test(`[EVT-1] [EVT-2] [EVT-3] [ERR-16] ${name} records an event for each change, with the changed object`, async () => {
      const log = async (after: number) => (await made.ann.events.list(board, { after })).events
      const last = (await made.ann.events.list(board, { limit: 1_000 })).events.at(-1)?.seq ?? 0
      const created = await create()
      const updated = changes ? (await of.update(board, created.id, changes[1]))[name] : undefined
      assert.deepEqual(await of.delete(board, created.id), { message: `The ${name} was deleted` })
      const events = await log(last)
      const expected = updated ? ['CREATE', 'UPDATE', 'DELETE'] : ['CREATE', 'DELETE']
      assert.deepEqual(
        events.map(event => event.type),
        expected.map(change => `${name.toUpperCase()}_${change}`),
      )
      assert.deepEqual(
        events.map(event => event.seq),
        expected.map((_, index) => last + index + 1),
      )
      const { id, email } = made.ann
      for (const event of events)
        assert.deepEqual(event.actor, { id, email, first_name: 'Ann', last_name: 'Tester', via: null })
      const objects = events.map(event => shownOf((event as Record<string, unknown>)[name] as typeof created))
      assert.deepEqual(objects, [created, ...(updated ? [updated] : []), updated ?? created].map(shownOf))
    })

    test(`[OBJ-1] [OBJ-8] ${name}: once deleted, and under another kind or workspace, its id does not exist`, async () => {
      const { id } = await create()
      const there = await made.ann.workspaces.create(made.organization, { name: 'Elsewhere' })
      const otherBoard = there.workspace.properties.uid
      const isGone = async (methods: KindMethods, workspace: string) => {
        await refused(methods.get(workspace, id), 404, 'ResourceNotFound')
        await refused(methods.delete(workspace, id), 404, 'ResourceNotFound')
        if (methods.update !== undefined) await refused(methods.update(workspace, id, {}), 404, 'ResourceNotFound')
      }
      await isGone(of, otherBoard)
      await isGone(methodsOf(made.ann, kindNames.find(other => other !== name) as KindName), board)
      await isGone(methodsOf(made.eve, name), board)
      assert.equal((await of.get(board, id))[name]?.id, id)
      await of.delete(board, id)
      await isGone(of, board)
    })

    test(`[CHG-1] [LST-1] [LST-2] [LST-3] ${name}: the list shows all, oldest first, page by page`, async () => {
      const there = await made.ann.workspaces.create(made.organization, { name: 'Listed' })
      const otherBoard = there.workspace.properties.uid
      const records = []
      for (let count = 0; count < 5; count += 1) records.push(await createAny(made.ann, name, otherBoard))
      const ids = records.map(record => record.id)
      assert.deepEqual(ids, [...ids].sort(), 'ids grow with time')
      const page = (await of.list(otherBoard, { limit: 2, offset: 2 })) as unknown as Page
      assert.deepEqual(
        (page[kind.path] as { id: string }[]).map(record => record.id),
        ids.slice(2, 4),
      )
      const path = `/api/workspaces/${otherBoard}/${kind.path}?order_by=&order_direction=ASC`
      const link = (offset: number) => `${path}&limit=2&offset=${offset}`
      const { [kind.path]: _items, ...envelope } = page
      assert.deepEqual(envelope, {
        total: 5,
        limit: 2,
        offset: 2,
        size: 2,
        paging: { prev: link(0), self: link(2), next: link(4) },
      })
      const last = (await of.list(otherBoard, { limit: 2, offset: 4 })) as unknown as Page
      assert.deepEqual([last.size, last.paging.next], [1, null])
      assert.deepEqual(await followPages(made, otherBoard, kind), ids)
      const all = []
      for await (const record of of.list.all(otherBoard, { limit: 2 })) all.push(shownOf(record))
      assert.deepEqual(all, records.map(shownOf))
      assert.deepEqual(shownOf((await of.get(otherBoard, ids[0] as string))[name]), shownOf(records[0]))
    })
  })
}

interface Page extends Record<string, unknown> {
  size: number
  paging: { next: string | null }
}

/** Collects the ids on the pages that `paging.next` links to. */
async function followPages({ ann, send }: World, workspace: string, kind: Kind): Promise<string[]> {
  const ids: string[] = []
  for (let path: string | null = `/api/workspaces/${workspace}/${kind.path}?limit=2`; path !== null; ) {
    const page: Page = (await (await send(path, { as: ann })).json()) as Page
    ids.push(...(page[kind.path] as { id: string }[]).map(record => record.id))
    path = page.paging.next
  }
  return ids
}

/** Signed URLs differ over time; only their presence is compared. */
function shownOf<R extends Record<string, unknown>>(record: R | undefined): R {
  assert.ok(record)
  return typeof record.url === 'string' && record.url.includes('/files/') ? { ...record, url: 'signed' } : record
}

const isFile = (kind: Kind, field: DocumentedField) => field.onCreate === 'file' && field.name === kind.upload?.field

const goodValue = (kind: Kind, field: DocumentedField) =>
  field.default ?? kind.samples.create[field.name] ?? (rangeOf(field) ? 1 : '#fff')

const otherType = (value: unknown) =>
  typeof value === 'number' ? String(value) : typeof value === 'boolean' ? 'true' : 7
