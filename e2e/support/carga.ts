import type { Page } from '@playwright/test'

export interface Load {
  requests: number
  /** Bytes over the wire, compressed, with headers. */
  bytes: number
  addresses: string[]
}

/** Counts all network requests of a page from now on; the returned function reads the count. */
export async function watchLoad(page: Page): Promise<() => Load> {
  const asked = new Map<string, { url: string; bytes: number }>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) asked.set(requestId, { url: request.url, bytes: 0 })
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return () => {
    const all = [...asked.values()]
    return { requests: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0), addresses: all.map(({ url }) => url) }
  }
}
