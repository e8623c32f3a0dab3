// A key that nobody else has: 128 random bits in hexadecimal.

// crypto.randomUUID is missing in pages that were not loaded over https, where people who host this at home are.
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
