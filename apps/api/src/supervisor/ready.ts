import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 100
const ANSWER_MS = 5000

/** Resolves once the address answers 200. */
export const untilHealthy = (url: string, signal: AbortSignal) => until(() => answers200(url), signal)

/** Resolves once something listens there. */
export const untilListening = (host: string, port: number, signal: AbortSignal) => until(() => listens(host, port), signal)

async function until(isReady: () => Promise<boolean>, signal: AbortSignal) {
  while (!signal.aborted && !(await isReady())) await sleep(POLL_MS)
}

function answers200(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: ANSWER_MS }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: ANSWER_MS })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket
      .once('connect', () => end(true))
      .once('timeout', () => end(false))
      .once('error', () => end(false))
  })
}
