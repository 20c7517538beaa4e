import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { readConfig } from '../config/config.ts'
import { checkPorts } from './check-ports.ts'
import { portProblem } from './ports.ts'
import { untilHealthy, untilListening } from './ready.ts'

let answer = 503
const server = http.createServer((_request, response) => void response.writeHead(answer).end())
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

it('names the setting, the port and the way out when a port is busy', async () => {
  expect(await portProblem('PORT', '127.0.0.1', port)).toEqual({
    isBusy: true,
    line: `El puerto ${port} (PORT) está ocupado por otro programa: ciérrelo, o elija otro (PORT=${port + 10} npm start).`,
  })
})

it('says that HOST is no address of this machine', async () => {
  expect((await portProblem('PORT', '192.0.2.1', 8080))?.line).toMatch(/^HOST=192\.0\.2\.1 no es una dirección de esta máquina/)
})

it('refuses at once a port that is busy without any start of ours behind it', async () => {
  const config = readConfig({ PORT: String(port), DATA_DIR: path.join(os.tmpdir(), 'yupana-no-existe') })
  await expect(checkPorts(config)).rejects.toThrow(`El puerto ${port} (PORT) está ocupado`)
})

it('waits until the page answers well, not only until it listens', async () => {
  const abort = new AbortController()
  await untilListening('127.0.0.1', port, abort.signal)
  let isHealthy = false
  const healthy = untilHealthy(`http://127.0.0.1:${port}/`, abort.signal).then(() => (isHealthy = true))
  await new Promise((resolve) => server.once('request', resolve))
  expect(isHealthy).toBe(false)
  answer = 200
  expect(await healthy).toBe(true)
})
