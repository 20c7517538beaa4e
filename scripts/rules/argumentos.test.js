import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

import { readArguments } from '../argumentos.mjs'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
/** What is ours; the command line of `yupana` tells its own commands. */
const OURS = Object.entries(scripts).flatMap(([name, line]) =>
  line.startsWith('node scripts/') && name !== 'yupana' ? [line.replace('node ', '')] : [],
)

const run = (script, argument) =>
  new Promise((resolve) =>
    execFile(process.execPath, [path.join(root, script), argument], { timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ script, code: error ? error.code : 0, stdout, stderr }),
    ),
  )

it('every script tells what it accepts and ends, and refuses in words what it does not know, before anything is built or started', async () => {
  expect(OURS.length).toBeGreaterThan(15)
  for (const script of OURS) {
    expect(await run(script, '--help')).toEqual({ script, code: 0, stdout: expect.stringMatching(/^Uso: n/), stderr: '' })
    const refused = await run(script, '--nada')
    expect(refused).toEqual({ script, code: 1, stdout: '', stderr: expect.stringMatching(/^✖ No se conoce «--nada»\.\nUso: n/) })
  }
}, 120_000)

it('says what is wrong with an argument', () => {
  const accepted = { textos: ['margen'], marcas: ['todo'], sueltos: 1 }
  const problemOf = (...args) => readArguments(args, accepted).problema
  expect(problemOf('--margen', '5', '--todo', 'CARPETA')).toBeUndefined()
  expect(problemOf('--margen=5')).toBeUndefined()
  expect(problemOf('--margen')).toBe('Falta el valor de «--margen».')
  expect(problemOf('--todo=1')).toBe('«--todo» no lleva valor.')
  expect(problemOf('-x')).toBe('No se conoce «-x».')
  expect(problemOf('uno', 'dos')).toBe('No se espera «dos».')
  expect(readArguments(['-h', '--nada'], accepted)).toEqual({ ayuda: true, problema: undefined })
})
