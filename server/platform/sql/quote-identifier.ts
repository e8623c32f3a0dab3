// A table's or column's name as SQL takes it, on both engines.

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
