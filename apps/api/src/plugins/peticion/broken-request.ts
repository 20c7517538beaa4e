import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { errors, type AppError } from '../../errors.ts'
import { headersOf } from '../pagina/security-headers.ts'

const ANSWERS: Readonly<Record<string, [number, AppError]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, errors.requestTimeout()],
  HPE_HEADER_OVERFLOW: [431, errors.badRequest()],
}

/** Answers a request that never was complete: too slow, too long or no HTTP. The connection ends. */
export const answerBrokenRequests =
  (production: boolean) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, { message, problems }] = ANSWERS[error.code ?? ''] ?? [400, errors.badRequest()]
    const body = JSON.stringify({ status: String(status), msg: message, data: problems })
    const headers = {
      ...headersOf(production),
      'x-request-id': randomUUID(),
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    }
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n${body}`,
      )
    socket.destroySoon()
  }
