import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that an outside service received: the lines of an envelope, or one body. */
export interface Captured {
  path: string
  lines: Record<string, unknown>[]
}

/** Starts a server that plays outside services, and keeps the received requests. */
export async function startCapture(): Promise<{ origin: string; received: Captured[]; server: Server }> {
  const received: Captured[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => void (body += part.toString()))
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        lines: body
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      })
      response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server }
}
