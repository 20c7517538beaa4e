import { afterAll, beforeAll, expect, it } from 'vitest'

import { startSimulador, type SimuladorDePrueba } from '../../src/testing/simulador.ts'
import { whyNotMes, withTolerancia } from './mes-demo.ts'

let sri: SimuladorDePrueba
beforeAll(async () => {
  sri = await startSimulador()
})
afterAll(() => sri?.stop())

const toleranciaDias = async () => (await sri.control<{ toleranciaDias: number }>('GET', '/config')).toleranciaDias

it('the month is refused where there is no local authority, and before it is over', () => {
  expect(whyNotMes({ simulador: false }, '2026-11-27')).toContain('esta instalación no lo tiene: inicie con SIMULADOR=1')
  expect(whyNotMes({ simulador: true }, '2026-09-30')).toContain('el reloj de la instalación marca el 30/09/2026')
  expect(whyNotMes({ simulador: true }, '2026-10-01')).toBeUndefined()
})

it('the authority takes documents of the month while it is entered, however old, and then is as it was', async () => {
  const seen: number[] = []
  const work = async () => void seen.push(await toleranciaDias())
  await withTolerancia({ simuladorUrl: sri.url }, '2026-10-02', work)
  await withTolerancia({ simuladorUrl: sri.url }, '2027-09-01', work)
  const broken = withTolerancia({ simuladorUrl: sri.url }, '2027-09-01', () => Promise.reject(new Error('cut off')))
  await expect(broken).rejects.toThrow('cut off')
  expect([seen, await toleranciaDias()]).toEqual([[90, 365], 90])
})
