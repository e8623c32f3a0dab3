// Searching for a part of a text: `%` and `_` are plain characters, letters are of any case.

/** For `lower(column) like … escape '\\'`. */
export const likePattern = (part: string): string => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
