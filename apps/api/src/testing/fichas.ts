import { randomUUID } from 'node:crypto'
import {
  createPersona,
  emitFactura,
  readPersona,
  separarPersona,
  unirPersona,
  type Emitido,
  type Listing,
  type Persona,
  type PersonaGuardada,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { sql } from 'kysely'
import { expect } from 'vitest'

import { CONSULTAS } from '../invariantes/consultas.ts'
import type { TestApp } from './build-test-app.ts'
import { facturaForm } from './emisor.ts'
import { cedulaOf } from './identificaciones.ts'

export const key = () => ({ 'idempotency-key': randomUUID() })
export const ok = async <T>(answer: Promise<{ status: number; data: T; problems: unknown }>): Promise<T> => {
  const { status, data, problems } = await answer
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
export const dicho = async (answer: Promise<{ status: number; problems: { message: string }[]; msg: string }>) => {
  const { status, problems, msg } = await answer
  return `${status} ${problems[0]?.message ?? msg}`
}
export const identidadOf = ({ tipo_identificacion, identificacion, razon_social }: Persona) => ({
  tipo_identificacion,
  identificacion,
  razon_social,
})
/** A sale of `valor` without IVA, owed in thirty days. */
export const ventaOf = (a: Persona, valor: number) => ({
  ...facturaForm({ comprador: identidadOf(a) }),
  lineas: [{ codigo: 'X', descripcion: 'Asesoría', cantidad: fromUnits(1), precio_unitario: fromUnits(valor), iva: 1 }],
  pagos: [{ forma_pago: '20', total: fromUnits(valor), plazo: 30, unidad_tiempo: 'dias' }],
})
let n = 500

/** Two records of one client, what is sold to them, and their union. */
export function fichasOf(of: () => { app: TestApp; token: string }) {
  const crear = (changes: Record<string, unknown> = {}, as = of().token) =>
    ok(
      of().app.call<PersonaGuardada>(createPersona, {
        token: as,
        headers: key(),
        body: {
          tipo_identificacion: '05',
          identificacion: cedulaOf(++n),
          razon_social: 'ANA RUIZ',
          roles: ['cliente'],
          correos: [],
          telefonos: [],
          ...changes,
        },
      }),
    )
  /** A client by RUC, and the same one typed again with a passport. */
  const dos = async () => {
    const queda = await crear({
      tipo_identificacion: '04',
      identificacion: `${cedulaOf(++n)}001`,
      razon_social: 'COMERCIAL ANDES',
      correos: ['a@ejemplo.ec'],
      telefonos: ['0991111111'],
      dias_credito: 0,
    })
    const otra = await crear({
      tipo_identificacion: '06',
      identificacion: `PA${++n}`,
      razon_social: 'ANDES COMERCIAL DUPLICADA',
      roles: ['cliente', 'proveedor'],
      correos: ['a@ejemplo.ec', 'b@ejemplo.ec'],
      telefonos: ['0992222222'],
      direccion: 'Quito',
      direcciones: [{ nombre: 'Bodega', direccion: 'Ambato' }],
      dias_credito: 30,
      limite_credito: fromUnits(500),
      lista_precios: 2,
    })
    return { queda, otra }
  }
  const unir = (queda: { id: string }, otra: { id: string }, headers = key(), as = of().token) =>
    of().app.call<Persona>(unirPersona, { token: as, params: { id: queda.id }, headers, body: { otra_id: otra.id } })
  const separar = (otra: { id: string }, as = of().token) => of().app.call<Persona>(separarPersona, { token: as, params: { id: otra.id } })
  const leer = (id: string) => ok(of().app.call<Persona>(readPersona, { token: of().token, params: { id } }))
  const vender = (a: Persona, valor: number) =>
    ok(
      of().app.call<Emitido>(emitFactura, {
        token: of().token,
        params: { id: randomUUID() },
        headers: key(),
        body: ventaOf(a, valor),
      }),
    )
  const lista = async <T>(call: Parameters<TestApp['call']>[0], query: Record<string, string>) =>
    (await ok(of().app.call<Listing<T>>(call, { token: of().token, query: { size: '50', ...query } }))).content
  const violaciones = async () => {
    const found = []
    for (const { viola } of CONSULTAS.filter(({ id }) => id === 'I17')) found.push(...(await sql.raw(viola).execute(of().app.owner)).rows)
    return found
  }

  return { crear, dos, unir, separar, leer, vender, lista, violaciones }
}
