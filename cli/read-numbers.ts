// The numbers among the options of an export, as the API takes them.

const numbers = ['scale', 'width', 'padding']

/** A value that is not a number is kept, so that the error can name it. */
export const readNumbers = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      numbers.includes(name) && /^[\d.]+$/.test(String(value)) ? Number(value) : value,
    ]),
  )
