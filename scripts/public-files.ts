// The public face of each server folder: the files that other folders may import. Everything else is private to its
// folder. `npm run check -- folders` compares this list with the imports, both ways.

export const publicFiles: Record<string, readonly string[]> = {}
