import { randomUUID } from 'node:crypto'
import { createPersona, searchEstadoCuenta, type AsientoFila, type Listing, type SaldosEstado } from '@yupana/contract'
import { add, addDays, displayMonto, fromCents, sum, type Monto } from '@yupana/fiscal'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { inEmpresa } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { Random } from '../../testing/random.ts'
import { readEstadoImpreso } from './imprimir.service.ts'
import { insertCuentas, post } from './libro.sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

const INICIO = '2026-01-10'
const CUENTAS = 24

it('a statement read page by page is every entry with the balance after it, whatever the days and however old the accounts', async () => {
  const empresa = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  const { token } = await app.signIn(username)
  const body = { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', roles: ['cliente'] }
  const headers = { 'idempotency-key': randomUUID() }
  const { data: persona } = await app.call<{ id: string }>(createPersona, { token, headers, body })

  const random = new Random(20_261_127)
  const lugar = { empresaId: empresa.id, ambiente: 'SIMULADOR' as const }
  const asientos: { fecha: string; valor: Monto }[] = []
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    for (let n = 0; n < CUENTAS; n++) {
      const id = randomUUID()
      // Entries of one account are not written in the order of their days: a late entry has the day of the event.
      const hechos = Array.from({ length: random.between(1, 4) }, () => ({
        fecha: addDays(INICIO, random.between(0, 40)),
        valor: fromCents((random.between(0, 3) === 0 ? -1 : 1) * random.between(1, 99)),
      }))
      for (const [at, { fecha, valor }] of hechos.entries()) {
        const hecho = { fecha, origenId: randomUUID(), suceso: 'X', referencia: 'X', usuarioId: null, en: app.clock.now() }
        const cuenta = {
          id,
          sentido: 'COBRAR',
          origen: 'SALDO_INICIAL',
          origen_id: id,
          cuota: 1,
          tipo: '01',
          numero: `001-001-${n}`,
        } as const
        const tercero = { persona_id: persona.id, tercero_clave: 'EC:1712345675', tercero_nombre: 'ANA PÉREZ' }
        if (at === 0)
          await insertCuentas(tx, lugar, [{ ...cuenta, ...tercero, fecha, vence: fecha, valor }], { ...hecho, concepto: 'SALDO_INICIAL' })
        else await post(tx, empresa.id, [{ cuentaId: id, valor }], { ...hecho, concepto: 'CORRECCION' })
        asientos.push({ fecha, valor })
      }
    }
  })
  const pagesOf = async (dias: { desde?: string; hasta?: string }) => {
    const filas: AsientoFila[] = []
    for (let page = 0; ; page++) {
      const query = { sentido: 'COBRAR', persona_id: persona.id, size: '5', page: String(page), ...dias }
      const { status, data } = await app.call<Listing<AsientoFila> & { saldos: SaldosEstado | null }>(searchEstadoCuenta, { token, query })
      expect(status).toBe(200)
      filas.push(...data.content)
      if (data.content.length === 0 || page + 1 >= data.totalPages) return { filas, total: data.totalElements, saldos: data.saldos }
    }
  }
  for (const dias of [
    {},
    { hasta: addDays(INICIO, 20) },
    { desde: addDays(INICIO, 15) },
    { desde: addDays(INICIO, 10), hasta: addDays(INICIO, 30) },
    { hasta: addDays(INICIO, 1) },
    { hasta: INICIO },
    { desde: addDays(INICIO, 60) },
    { desde: addDays(INICIO, 60), hasta: addDays(INICIO, 70) },
  ] as { desde?: string; hasta?: string }[]) {
    const deEsosDias = asientos.filter(({ fecha }) => fecha >= (dias.desde ?? '') && fecha <= (dias.hasta ?? '9'))
    const { filas, total, saldos } = await pagesOf(dias)
    expect([total, filas.length, new Set(filas.map(({ id }) => id)).size]).toEqual(Array(3).fill(deEsosDias.length))
    expect(filas.map(({ fecha }) => fecha)).toEqual(deEsosDias.map(({ fecha }) => fecha).sort((a, b) => (a < b ? 1 : -1)))
    const antes = sum(asientos.filter(({ fecha }) => fecha < (dias.desde ?? '')).map(({ valor }) => valor))
    let saldo = antes
    for (const fila of filas.toReversed()) expect(fila.saldo).toBe((saldo = add(saldo, fila.valor)))
    const sumOf = (which: (valor: number) => boolean) => sum(deEsosDias.map(({ valor }) => valor).filter(which))
    const [cargos, abonos] = [sumOf((valor) => valor > 0), 0 - sumOf((valor) => valor < 0)]
    expect(saldos).toEqual(Object.keys(dias).length === 0 ? null : { inicial: antes, cargos, abonos, final: saldo })
    const consulta = { ...dias, persona_id: persona.id, sentido: 'COBRAR' as const }
    const { hoja } = await inEmpresa(app.deps.db, empresa.id, (tx) => readEstadoImpreso(app.deps, tx, lugar, consulta))
    const impresas = hoja.tablas[0]?.filas ?? []
    expect(impresas).toHaveLength(deEsosDias.length + (dias.desde === undefined ? 0 : 1))
    if (dias.desde !== undefined) expect(impresas[0]?.at(-1)).toBe(displayMonto(antes))
    expect(hoja.totales.at(-1)?.valor).toBe(displayMonto(saldo))
  }
})
