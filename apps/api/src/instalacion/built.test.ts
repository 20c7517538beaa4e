import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { markUsed, newestBuild } from './built.ts'
import { rootFolder } from './root-folder.ts'

type Build = (folder: string) => Promise<void> | void
const { installBuild, isBuilt } = (await import(pathToFileURL(path.join(rootFolder(), 'scripts/builds.mjs')).href)) as {
  installBuild(dist: string, fingerprint: string, build: Build): Promise<void>
  isBuilt(dist: string, fingerprint: string): boolean
}

let dist: string
beforeEach(() => (dist = path.join(mkdtempSync(path.join(os.tmpdir(), 'yupana-dist-')), 'dist')))
afterEach(() => rmSync(path.dirname(dist), { recursive: true }))

const holding =
  (text: string): Build =>
  (folder) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'main.js'), text)
  }
/** Builds once and answers the folder of the build. */
async function built(text: string): Promise<string> {
  await installBuild(dist, text, holding(text))
  return realpathSync(path.join(dist, 'actual'))
}
const textIn = (folder: string) => readFileSync(path.join(folder, 'main.js'), 'utf8')

describe('a build beside a running installation', () => {
  it('lies beside the one that runs, and the newest two are kept', async () => {
    const [first, second] = [await built('1'), await built('2')]
    expect([textIn(first), textIn(second), textIn(path.join(dist, 'actual'))]).toEqual(['1', '2', '2'])
    await built('3')
    expect([existsSync(first), existsSync(second), textIn(path.join(dist, 'actual'))]).toEqual([false, true, '3'])
    expect([isBuilt(dist, '3'), isBuilt(dist, '2')]).toEqual([true, false])
  })

  it('leaves what a living process uses, however many follow, and forgets it with the process', async () => {
    const used = await built('1')
    const markOf = (pid: number) => path.join(used, '.en-uso', String(pid))
    mkdirSync(path.dirname(markOf(0)))
    writeFileSync(markOf(process.pid), '')
    for (const text of ['2', '3', '4']) await built(text)
    expect(textIn(used)).toBe('1')
    rmSync(markOf(process.pid))
    writeFileSync(markOf(2 ** 22 + 1), '')
    await built('5')
    expect(existsSync(used)).toBe(false)
  })

  it('is marked by who uses it until that process ends, be its start refused', async () => {
    const used = await built('1')
    const before = process.listeners('exit')
    markUsed(used)
    const marks = path.join(used, '.en-uso')
    expect(readdirSync(marks)).toEqual([String(process.pid)])
    for (const leave of process.listeners('exit').filter((one) => !before.includes(one))) leave.call(process, 0)
    expect(readdirSync(marks)).toEqual([])
  })

  it('that is cut short changes nothing', async () => {
    const before = await built('1')
    await expect(
      installBuild(dist, '2', (folder) => {
        void holding('2')(folder)
        throw new Error('cut short')
      }),
    ).rejects.toThrow('cut short')
    expect(realpathSync(path.join(dist, 'actual'))).toBe(before)
    expect(readdirSync(dist)).toHaveLength(2)
  })

  it('is followed by its own name, not through the link', () => {
    expect(path.basename(newestBuild('sri-simulator'))).toMatch(/^[0-9a-f]{16}$/)
  })
})
