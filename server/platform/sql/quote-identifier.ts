// Quotes the name of a table or column for SQL, on both engines.

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
