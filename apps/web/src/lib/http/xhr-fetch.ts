/** As `fetch`, but reports the progress of an upload, which `fetch` cannot. */
export function xhrFetch(address: string, init: RequestInit, onProgress: (sent: number, total: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', address)
    request.responseType = 'blob'
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => {
      const headers = new Headers()
      for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
        const colon = line.indexOf(':')
        if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
      }
      resolve(new Response(request.response as Blob, { status: request.status, headers }))
    }
    request.onerror = () => reject(new TypeError('the request failed'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}
