// Caches a result per object until one of the fields it is computed from changes. Painting needs the same layouts sixty
// times a second.

export function memoizeByFields<T extends object, R>(
  fields: readonly (keyof T)[],
  compute: (object: T) => R,
): (object: T) => R {
  const known = new WeakMap<T, { values: unknown[]; result: R }>()
  return object => {
    const found = known.get(object)
    if (found && fields.every((field, index) => object[field] === found.values[index])) return found.result
    const result = compute(object)
    known.set(object, { values: fields.map(field => object[field]), result })
    return result
  }
}
