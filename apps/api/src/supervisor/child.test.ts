import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

import { Child } from './child.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-child-'))
const preload = path.join(folder, 'preload.mjs')
writeFileSync(preload, '')
const children: Child[] = []

const program = (name: string, text: string, options: { keep?: boolean } = {}) => {
  const script = path.join(folder, `${name}.mjs`)
  writeFileSync(script, text)
  const lines: string[] = []
  const child = new Child({
    name: 'El ensayo',
    script,
    env: process.env,
    preload,
    onProgress: (line) => lines.push(line),
    backoffMs: [10],
    ...options,
  })
  children.push(child)
  return { child, lines }
}

afterEach(() => children.splice(0).forEach((child) => child.kill()))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('starts a child again when it dies', async () => {
  const { child, lines } = program('mortal', 'setInterval(() => {}, 1000)')
  child.start()
  const first = child.pid ?? 0
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(child.pid).not.toBe(first), { timeout: 20_000 })
  expect(lines).toEqual(['El ensayo terminó (señal SIGKILL); se inicia de nuevo en 0.01 s.'])
})

it('gives up a start that fails again and again', async () => {
  const { child } = program('broken', 'process.exit(3)')
  child.start()
  await expect(child.untilReady(() => new Promise(() => undefined))).rejects.toThrow(
    'El ensayo no arranca (código 3): vea los mensajes de arriba.',
  )
})

it('lets a child finish its work when told to end', async () => {
  const done = path.join(folder, 'done')
  const { child } = program(
    'polite',
    `
    import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => setTimeout(() => { writeFileSync(${JSON.stringify(done)}, 'yes'); process.exit(0) }, 50))
    writeFileSync(${JSON.stringify(`${done}.ready`)}, '')
    setInterval(() => {}, 1000)`,
  )
  child.start()
  await vi.waitFor(() => expect(existsSync(`${done}.ready`)).toBe(true), { timeout: 20_000 })
  await child.stop()
  expect(readFileSync(done, 'utf8')).toBe('yes')
})

it('kills a child that does not end in its time', async () => {
  const ready = path.join(folder, 'deaf')
  const { child, lines } = program(
    'deaf',
    `
    import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => {})
    writeFileSync(${JSON.stringify(ready)}, '')
    setInterval(() => {}, 1000)`,
  )
  child.start()
  await vi.waitFor(() => expect(existsSync(ready)).toBe(true), { timeout: 20_000 })
  await child.stop(50)
  expect(lines).toEqual([])
  expect(() => process.kill(child.pid ?? 0, 0)).toThrow('ESRCH')
})

it('does not repeat work that is done once', async () => {
  const { child, lines } = program('once', 'process.exit(0)', { keep: false })
  child.start()
  const first = child.pid
  await vi.waitFor(() => expect(() => process.kill(first ?? 0, 0)).toThrow(), { timeout: 20_000 })
  expect(child.pid).toBe(first)
  expect(lines).toEqual([])
})

it('says so when a program was never built', () => {
  const child = new Child({ name: 'El ensayo', script: path.join(folder, 'none.mjs'), env: {}, preload, onProgress: () => undefined })
  expect(() => child.start()).toThrow('El ensayo no está construido')
})
