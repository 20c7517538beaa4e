import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

import { clearLocks, postmasterState, readPostmaster } from './postmaster.ts'

const clusterDir = mkdtempSync(path.join(os.tmpdir(), 'yupana-postmaster-'))
const file = path.join(clusterDir, 'postmaster.pid')
const writeLock = (pid: number) =>
  writeFileSync(file, [pid, clusterDir, 1_795_000_000, 5432, clusterDir, '', '  5432001    196610', 'ready   '].join('\n'))
const stateOf = (pid: number) => {
  writeLock(pid)
  const postmaster = readPostmaster(clusterDir)
  return postmaster && postmasterState(postmaster, clusterDir)
}
afterAll(() => rmSync(clusterDir, { recursive: true, force: true }))

it('reads nothing where no server was started', () => {
  expect(readPostmaster(path.join(clusterDir, 'none'))).toBeUndefined()
})

it('tells a number nobody has from one another program has', () => {
  expect(stateOf(2_147_483_647)).toBe('gone')
  expect(stateOf(process.pid)).toBe('foreign')
})

it('takes an empty lock for that of a server that is gone', () => {
  writeFileSync(file, '')
  expect(postmasterState(readPostmaster(clusterDir)!, clusterDir)).toBe('gone')
})

it.skipIf(process.platform === 'win32')('knows its own server by the folder it serves', () => {
  const child = spawn('sh', ['-c', 'sleep 30', 'postgres', '-D', clusterDir])
  try {
    expect(stateOf(child.pid ?? 0)).toBe('running')
  } finally {
    child.kill('SIGKILL')
  }
})

it('clears the locks but leaves what protects the shared memory of the dead', () => {
  writeLock(process.pid)
  writeFileSync(path.join(clusterDir, '.s.PGSQL.5432.lock'), String(process.pid))
  clearLocks(clusterDir, readPostmaster(clusterDir)!)
  expect(stateOf(readPostmaster(clusterDir)!.pid)).toBe('gone')
  expect(readFileSync(file, 'utf8')).toContain('5432001    196610')
  expect(existsSync(path.join(clusterDir, '.s.PGSQL.5432.lock'))).toBe(false)
})
