// Substring search: `%` and `_` are escaped, and case is ignored.

/** The pattern for `lower(column) like … escape '\\'`. */
export const likePattern = (part: string): string => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
