// References between objects, as data: which fields of a kind hold the id of another object, and what happens to the
// object when its target is deleted, copied, moved or restored. The client and the write path follow the declaration and
// know no field by name.

/** What can be attached to an object. */
export type Attachment = 'comments' | 'strokes' | 'connectors'

export interface Reference {
  /** The targets are objects of the kinds whose `takes` lists this. */
  readonly to: Attachment
  /**
   * What the field holds: `id` is an id, or null for no target; `anchor` is `{ id, anchor }`, or a free point `{ x, y }` for
   * no target.
   */
  readonly holds: 'id' | 'anchor'
  /** The field of the record that carries the kind of the target, if there is one. */
  readonly kindField?: string
  /**
   * `delete`: the object belongs to its target and is deleted with it; a kind has at most one such reference. `detach`: the
   * object stays, and the field keeps the last point.
   */
  readonly onDelete: 'delete' | 'detach'
  /** `restore`: what was deleted with the target comes back with it. `attach`: what was detached is attached again. */
  readonly onRestore: 'restore' | 'attach'
  /** `follow`: a copy of the target has a copy of the object. `detach`: only if the object is copied too; else it is free. */
  readonly onCopy: 'follow' | 'detach'
  /** `follow`: the object moves with its target. `stay`: it does not. */
  readonly onMove: 'follow' | 'stay'
}

export type References = Readonly<Record<string, Reference>>

type Data = Readonly<Record<string, unknown>>
type HasReferences = { readonly references?: References }

const entriesOf = (kind: HasReferences) => Object.entries(kind.references ?? {})

/** The id in the value of a reference field; null if the value has none. */
export function referencedId(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return typeof id === 'string' ? id : null
}

/** The field and the declaration of the reference to the owner: the object that objects of this kind are deleted with. */
export function ownerReferenceOf(kind: HasReferences): { field: string; reference: Reference } | null {
  const [field, reference] = entriesOf(kind).find(([, one]) => one.onDelete === 'delete') ?? []
  return field !== undefined && reference ? { field, reference } : null
}

/** The id of the object's owner; null if it has none. */
export function ownerIdOf(kind: HasReferences, data: Data): string | null {
  const owner = ownerReferenceOf(kind)
  return owner && referencedId(data[owner.field])
}

/** The ids of all objects that the data refers to. */
export const referencedIdsOf = (kind: HasReferences, data: Data): string[] =>
  entriesOf(kind).flatMap(([field]) => referencedId(data[field]) ?? [])

/** The ids of the objects that the data is attached to with an anchor: those that its place depends on. */
export const anchorIdsOf = (kind: HasReferences, data: Data): string[] =>
  entriesOf(kind).flatMap(([field, { holds }]) => (holds === 'anchor' ? (referencedId(data[field]) ?? []) : []))

/** The data with its anchors in the form in which they are stored: `{ id, anchor }` or `{ x, y }`, and nothing else. */
export function withWholeAnchors<D extends Data>(kind: HasReferences, data: D): D {
  const whole = entriesOf(kind).flatMap(([field, { holds }]): [string, unknown][] => {
    const end = data[field] as { id?: string; anchor?: unknown; x?: number; y?: number } | null | undefined
    if (holds !== 'anchor' || end === undefined || end === null) return []
    return [[field, end.id === undefined ? { x: end.x, y: end.y } : { id: end.id, anchor: end.anchor ?? 'auto' }]]
  })
  return whole.length === 0 ? data : { ...data, ...Object.fromEntries(whole) }
}

/** The same data with other ids in its references. Data without references is returned as it is. */
export function replaceReferences<D extends Data>(kind: HasReferences, data: D, idOf: (id: string) => string): D {
  const replaced = entriesOf(kind).flatMap(([field]) => {
    const value = data[field]
    const id = referencedId(value)
    if (id === null || idOf(id) === id) return []
    return [[field, typeof value === 'string' ? idOf(id) : { ...(value as object), id: idOf(id) }] as const]
  })
  return replaced.length === 0 ? data : { ...data, ...Object.fromEntries(replaced) }
}

/** The same data without its references, as a copy that has none of the targets. */
export const withoutReferences = (kind: HasReferences, data: Data): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(kind.references ?? {}, name)))
