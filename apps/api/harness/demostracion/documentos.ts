import { createHash } from 'node:crypto'
import { COLLECTIONS, FacturaForm } from '@yupana/contract'
import { CONSUMIDOR_FINAL, fechaIn, fromUnits, startOf, addDays, tarifaIvaAt, TIPO_IVA, totalesOf, type Fecha } from '@yupana/fiscal'

import type { Deps } from '../../src/deps.ts'
import { AppError } from '../../src/errors.ts'
import { ROL } from '../../src/plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../src/plugins/sesion/session.ts'
import { emitFactura } from '../../src/features/documento/documento.door.ts'
import { CLIENTES, PERSONA_LARGA, PRODUCTO_CARO, VENTAS } from './demo-data.ts'
import type { EmpresaFundada } from './empresas.ts'

const CUANTAS = 40
/** Age in days of the first document, within the limit of the authority. */
const DIAS = 60
/** Index of a factura of the last days, to the longest name, with an amount of nine digits. */
const LARGA = CUANTAS - 1
const MATERIAL = 'F010201'

/** A pseudo-random number, equal for equal arguments, so that the demonstration is the same everywhere. */
const pick = (ruc: string, n: number, what: string, among: number): number =>
  createHash('sha256').update(`${ruc}|${n}|${what}`).digest().readUInt32BE(0) % among

const idOf = (ruc: string, n: number): string => {
  const hex = createHash('sha256').update(`factura|${ruc}|${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Comprador = FacturaForm['comprador']

function compradorOf(ruc: string, n: number): Comprador {
  const persona = n === LARGA ? PERSONA_LARGA : CLIENTES[pick(ruc, n, 'persona', CLIENTES.length * 2)]
  if (!persona)
    return {
      tipo_identificacion: '07',
      identificacion: CONSUMIDOR_FINAL.identificacion,
      razon_social: CONSUMIDOR_FINAL.razonSocial,
      correos: [],
    }
  const { tipo_identificacion, identificacion, razon_social, correos } = persona
  return { tipo_identificacion, identificacion, razon_social, correos: [...correos], direccion: persona.direccion ?? undefined }
}

function lineaOf(ruc: string, n: number, at: number, cheap: boolean): FacturaForm['lineas'][number] {
  const choices = n === LARGA ? [PRODUCTO_CARO] : cheap ? VENTAS.filter((producto) => producto.price <= fromUnits(5)) : VENTAS
  const producto = choices[pick(ruc, n, `producto${at}`, choices.length)]
  if (!producto) throw new Error('no product to choose from')
  return {
    codigo: producto.code,
    descripcion: producto.name,
    precio_unitario: producto.price,
    iva: producto.iva,
    descuento: 0,
    detalles_adicionales: [],
    cantidad: fromUnits(n === LARGA ? 1 : 1 + pick(ruc, n, `cantidad${at}`, cheap ? 2 : 6)),
    ...(producto.iva === TIPO_IVA.CINCO && { codigo_auxiliar: MATERIAL }),
  }
}

/** The n-th factura of a demonstration company, with a payment of its total. */
function facturaOf({ demo }: EmpresaFundada, n: number, fecha: Fecha): FacturaForm {
  const comprador = compradorOf(demo.ruc, n)
  const cheap = comprador.tipo_identificacion === '07'
  const lineas = Array.from({ length: n === LARGA ? 1 : 1 + pick(demo.ruc, n, 'lineas', cheap ? 3 : 5) }, (_, at) =>
    lineaOf(demo.ruc, n, at, cheap),
  )
  const places = demo.establecimientos.flatMap(({ codigo, puntos }) =>
    puntos.map((punto) => ({ establecimiento: codigo, punto: punto.codigo })),
  )
  const place = places[pick(demo.ruc, n, 'punto', places.length)]
  if (!place) throw new Error('no till to sell at')
  const { importeTotal } = totalesOf({
    modo: 'NETO',
    lineas: lineas.map((linea) => ({
      cantidad: linea.cantidad,
      precioUnitario: linea.precio_unitario,
      iva: tarifaIvaAt(linea.iva, fecha) ?? { codigoPorcentaje: '0', tarifa: 0 },
    })),
  })
  const forma_pago = cheap || pick(demo.ruc, n, 'pago', 3) === 0 ? '01' : '20'
  return FacturaForm.parse({ ...place, comprador, lineas, pagos: [{ forma_pago, total: importeTotal }] })
}

/** Issues facturas of the last weeks through the real service, each under the clock of its own day (O-93). */
export async function emitirDocumentos(deps: Deps, fundada: EmpresaFundada): Promise<void> {
  const { empresaId, usuarioId, demo } = fundada
  const hoy = fechaIn(deps.clock.now())
  // The company's own user issues; no other field of the session is used.
  const session = { empresaId, usuarioId, rol: ROL.ADMIN, superAdmin: false, collections: [...COLLECTIONS] as string[] } as SesionAbierta
  for (let n = 0; n < CUANTAS; n++) {
    const dia = addDays(hoy, Math.floor((n * DIAS) / CUANTAS) - DIAS)
    const at = new Date(startOf(dia).getTime() + (9 * 60 + pick(demo.ruc, n, 'hora', 9 * 60)) * 60_000)
    await emitFactura(
      { ...deps, clock: { ...deps.clock, now: () => at } },
      session,
      idOf(demo.ruc, n),
      `demo-factura-${n}`,
      facturaOf(fundada, n, dia),
    ).catch((error: unknown) => {
      // A factura issued at an earlier start, on another day, stays as it is.
      if (!(error instanceof AppError) || error.status >= 500) throw error
    })
  }
}
