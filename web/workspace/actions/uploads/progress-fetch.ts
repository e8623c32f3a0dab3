// A fetch that reports upload progress, which the browser's fetch cannot. For uploads only.

export function progressFetch(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(input))
      request.responseType = 'arraybuffer'
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('the connection broke')))
      request.addEventListener('timeout', () => reject(new TypeError('the connection broke')))
      init.signal?.addEventListener('abort', () => {
        request.abort()
        reject(init.signal?.reason)
      })
      request.send((init.body as XMLHttpRequestBodyInit | null) ?? null)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  const { status, statusText } = request
  return new Response(status === 204 || status === 304 ? null : request.response, { status, statusText, headers })
}
