import '../../testing/browser-stubs.ts'

import { NORMAS_HEADER, salud, type EnmiendaVigente } from '@yupana/contract'
import { applyEnmiendas, tarifaIvaOfCodigo } from '@yupana/fiscal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { fetchData } from '../http/http.ts'
import { announcedNormas } from './normas-version.ts'
import { followNormas, normasStore } from './normas.ts'

const dieciseis: EnmiendaVigente = {
  id: 7,
  tema: 'IVA',
  codigo: '4',
  nombre: '16%',
  valor: '16',
  desde: '2027-01-01',
  hasta: null,
  cierra: false,
  fuente: 'Ley de prueba',
  nota: null,
  confianza: 'V',
}
const rateOn = (day: string) => tarifaIvaOfCodigo('4', day)?.tarifa
let stop: () => void
let asked: string[]
let version: number
let fails: boolean

beforeEach(() => {
  ;[asked, version, fails] = [[], 7, false]
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: unknown) => {
      asked.push(String(address))
      const isNormas = String(address).endsWith('/vigentes')
      if (isNormas && fails) return new Response('{}', { status: 503 })
      const data = isNormas ? { version, enmiendas: [dieciseis] } : {}
      return new Response(JSON.stringify({ status: '200', msg: 'OK', data }), { headers: { [NORMAS_HEADER]: String(version) } })
    }),
  )
  stop = followNormas()
})
afterEach(() => {
  stop()
  applyEnmiendas([])
  announcedNormas.set(0)
  normasStore.set(0)
  vi.unstubAllGlobals()
})

it('takes over the law of the server once an answer tells of another version, and asks once', async () => {
  await fetchData(salud)
  await vi.waitFor(() => expect(normasStore.get()).toBe(7))
  expect([rateOn('2026-12-31'), rateOn('2027-01-01')]).toEqual([15_000_000, 16_000_000])
  await fetchData(salud)
  expect(asked.filter((address) => address.endsWith('/vigentes'))).toHaveLength(1)
})

it('asks for nothing while nobody changed anything', async () => {
  version = 0
  await fetchData(salud)
  expect(asked).toHaveLength(1)
})

it('tries again with the next answer when it could not be fetched', async () => {
  fails = true
  await fetchData(salud)
  await vi.waitFor(() => expect(announcedNormas.get()).toBe(0))
  fails = false
  await fetchData(salud)
  await vi.waitFor(() => expect(normasStore.get()).toBe(7))
})
