// A unique key: 128 random bits in hexadecimal.

// crypto.randomUUID is not available on pages that were loaded without https, as on many self-hosted installations.
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
