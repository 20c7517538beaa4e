import { randomUUID } from 'node:crypto'
import { fechaIn } from '@yupana/fiscal'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { CONSULTAS } from '../../src/invariantes/consultas.ts'
import { buildTestApp, type TestApp } from '../../src/testing/build-test-app.ts'
import { buildEmisor } from '../../src/testing/emisor.ts'
import { Random } from '../../src/testing/random.ts'
import { startSimulador, type SimuladorDePrueba } from '../../src/testing/simulador.ts'
import type { Respuesta, Servidor } from './tendero.ts'
import { openTienda, workTienda } from './tienda.ts'

// `npm run libros` does the same with many more, and kills API and worker meanwhile.

let app: TestApp
let owner: pg.Pool
let sri: SimuladorDePrueba
let empresa: { id: EmpresaId }
let servidor: Servidor

beforeAll(async () => {
  const now = '2026-06-15T10:00:00-05:00'
  ;[app, sri] = await Promise.all([buildTestApp({ now }), startSimulador({ reloj: now })])
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 2 })
  const { token, ...emisor } = await buildEmisor(app, sri)
  empresa = emisor
  const doubles = new Random(1)
  const autorizadas = new Set<string>()
  servidor = {
    async ask<T>(endpoint: Parameters<TestApp['call']>[0], pregunta: object): Promise<Respuesta<T>> {
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => app.call<T>(endpoint, { token, headers, ...pregunta })
      // Now and then a double click: the same request twice at once.
      const answers = await Promise.all(doubles.chance(0.1) ? [send(), send()] : [send()])
      const { status, data, raw } = answers.find((one) => one.status === 200) ?? answers[0]!
      return { status, data, text: raw.toString(), wasUnknown: false }
    },
    estadoOf: async (tabla, id) =>
      (await owner.query<{ estado: string }>(`select estado from ${tabla} where id = $1`, [id])).rows[0]?.estado,
    async autorizar(id) {
      if (autorizadas.has(id)) return
      autorizadas.add(id)
      for (const estado of ['FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
        await owner.query('update documento set estado = $1, autorizado_en = $2 where id = $3', [
          estado,
          estado === 'AUTORIZADO' ? app.clock.now() : null,
          id,
        ])
    },
    hoy: () => fechaIn(app.clock.now()),
  }
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
  await sri?.stop()
})

const violations = async () => {
  const found: unknown[] = []
  for (const { id, viola } of CONSULTAS) if (id === 'I11' || id === 'I17') found.push(...(await owner.query(viola)).rows)
  return found
}

it('I11 I17 many hands at once, of every kind: stock and debts are what was acknowledged, and the sum of their rows', async () => {
  const tienda = await openTienda(servidor, empresa.id)
  const libros = await workTienda(servidor, tienda, { operaciones: 300, tenderos: 8, seed: 20_260_615 })
  expect(libros.odd).toEqual([])
  expect([...libros.hechas.keys()].sort()).toEqual(
    [
      'anulacion',
      'compra',
      'compraAnulada',
      'conteo',
      'egreso',
      'ingreso',
      'nota',
      'pago',
      'recepcion',
      'reverso',
      'transferencia',
      'venta',
    ].sort(),
  )
  expect(await libros.differences(owner, empresa.id)).toEqual([])
  expect(await violations()).toEqual([])
  // And what differs is told.
  await owner.query('update existencia set cantidad = cantidad + 1000000 where bodega_id = $1 and producto_id = $2', [
    tienda.norte,
    tienda.productos[0],
  ])
  libros.porCobrar += 1
  expect(await libros.differences(owner, empresa.id)).toHaveLength(2)
})
