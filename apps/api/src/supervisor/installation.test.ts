import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { readConfig } from '../config/config.ts'
import { Installation } from './installation.ts'

let folder: string
let taken: net.Server
let port: number

const listening = async () => {
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const portOf = (server: net.Server) => (server.address() as AddressInfo).port

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-inicio-'))
  taken = await listening()
  port = portOf(taken)
})

afterEach(() => {
  taken.close()
  rmSync(folder, { recursive: true })
})

/** What a start with these settings says, and whether it left anything. */
async function refusal(env: Record<string, string>): Promise<{ says: string; writes: boolean }> {
  const dataDir = path.join(folder, 'datos')
  const installation = new Installation({
    config: readConfig({ DATA_DIR: dataDir, ...env }),
    env: {},
    apiDist: folder,
    simuladorDist: folder,
    onProgress: () => undefined,
    onFatal: () => undefined,
  })
  const says = await installation.start().then(
    () => '',
    (error: Error) => error.message,
  )
  await installation.stop()
  return { says, writes: existsSync(dataDir) }
}

it('a start that is refused for a busy port leaves no folder and no key', async () => {
  const { says, writes } = await refusal({ PORT: String(port) })
  expect(says).toContain(`El puerto ${port} (PORT) está ocupado`)
  expect(writes).toBe(false)
})

it('a start that is refused for a database out of reach leaves no folder and no key', async () => {
  const free = await Promise.all([listening(), listening()])
  const [page, simulador] = free.map((server) => String(portOf(server))) as [string, string]
  await Promise.all(free.map((server) => new Promise((resolve) => server.close(resolve))))
  const { says, writes } = await refusal({
    PORT: page,
    SIMULADOR_PORT: simulador,
    DATABASE_URL: `postgres://nadie:nada@127.0.0.1:${port}/yupana`,
  })
  expect(says).toContain('DATABASE_URL')
  expect(writes).toBe(false)
})
