// Whether a request came through a proxy: it then has one of the headers that proxies add.

export const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some(name => name === 'forwarded' || name.startsWith('x-forwarded-'))
