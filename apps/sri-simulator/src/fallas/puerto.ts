// The whole port: open, closed (a connection is refused) or deaf (a connection is never made). A fault of one call cannot do this.
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Queue of a deaf port; the system leaves further connections unanswered. */
const BACKLOG = 1
const FILLERS = 4
const GRACE_MS = 1000
/** Tries to get the port back, which an outgoing connection may hold for a moment. */
const ATTEMPTS = 100
const AGAIN_MS = 50

export interface Puerto {
  open(): Promise<number>
  /** Refuses connections until it is reopened. */
  shut(): Promise<void>
  /** Connections neither succeed nor fail until it is reopened (Linux); on other systems they are accepted and stay silent. */
  deafen(): Promise<void>
  reopen(): Promise<void>
  close(): Promise<void>
}

// A thread that listens and then sleeps: nobody accepts. The first word of the shared memory wakes it, and it ends.
const DEAF = `
const { workerData, parentPort } = require('node:worker_threads')
const { createServer } = require('node:net')
const { flag, port, host } = workerData
createServer().listen({ port, host, backlog: ${BACKLOG} }, () => {
  parentPort.postMessage('listening')
  setImmediate(() => {
    Atomics.wait(new Int32Array(flag), 0, 0)
    process.exit(0)
  })
})`

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(AGAIN_MS)
    }
  }
}

interface Sordera {
  end(): Promise<void>
}

async function startSordera(port: number, host: string): Promise<Sordera> {
  const flag = new SharedArrayBuffer(4)
  const worker = new Worker(DEAF, { eval: true, workerData: { flag, port, host } })
  const ended = new Promise<void>((done) => worker.once('exit', () => done()))
  await new Promise((ready, failed) => worker.once('message', ready).once('error', failed))
  // Fills the queue, so that the next connection finds no place.
  const fillers: Socket[] = []
  await new Promise<void>((filled) => {
    for (let n = 0; n < FILLERS; n += 1) {
      const filler = connect(port, host, filled)
      filler.on('error', () => undefined)
      fillers.push(filler)
    }
  })
  return {
    async end() {
      for (const filler of fillers) filler.destroy()
      const word = new Int32Array(flag)
      Atomics.store(word, 0, 1)
      Atomics.notify(word, 0)
      await ended
    },
  }
}

export function createPuerto(server: Server, { port: wanted, host }: { readonly port: number; readonly host: string }): Puerto {
  let port = wanted
  let sordera: Sordera | undefined
  let closed = false

  const listen = (): Promise<void> =>
    new Promise((ready, refused) => {
      server.once('error', refused)
      server.listen(port, host, () => {
        server.off('error', refused)
        ready()
      })
    })
  const hush = async (): Promise<void> => {
    const current = sordera
    sordera = undefined
    await current?.end()
  }
  const shut = async (): Promise<void> => {
    await hush()
    if (!server.listening) return
    const ended = new Promise<void>((done) => server.close(() => done()))
    server.closeAllConnections()
    await ended
  }

  return {
    async open() {
      await listen()
      port = (server.address() as AddressInfo).port
      return port
    },
    shut,
    async deafen() {
      await shut()
      sordera = await patiently(() => startSordera(port, host))
    },
    async reopen() {
      await hush()
      await patiently(async () => {
        if (!closed && !server.listening) await listen()
      })
    },
    async close() {
      closed = true
      await hush()
      if (!server.listening) return
      // Calls under way get a moment to end; scripted silences do not hold the process.
      const ended = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const forced = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      await ended
      clearTimeout(forced)
    },
  }
}
