import {
  AbrirCajaForm,
  CerrarCajaForm,
  COLLECTIONS,
  CompraForm,
  CotizacionForm,
  FacturaForm,
  MovimientoCajaForm,
  MovimientoForm,
} from '@yupana/contract'
import { addDays, fechaIn, fromCents, fromUnits, montoOf, multiply, percentOf, startOf, sum, TIPO_IVA, type Fecha } from '@yupana/fiscal'

import { inEmpresa } from '../../src/db/transaction.ts'
import type { Deps } from '../../src/deps.ts'
import { close as cerrarCaja, move as moverCaja, open as abrirCaja } from '../../src/features/caja/caja.door.ts'
import { create as createCompra } from '../../src/features/compra/compra.door.ts'
import { create as createCotizacion } from '../../src/features/cotizacion/cotizacion.door.ts'
import { checkPermisos, emitFactura, renewFactura } from '../../src/features/documento/documento.door.ts'
import { create as createMovimiento } from '../../src/features/movimiento/movimiento.door.ts'
import { ROL } from '../../src/plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../src/plugins/sesion/session.ts'
import { CLIENTES, INVENTARIADOS, PROVEEDOR, VENTAS } from './demo-data.ts'
import { unlessRefused, type EmpresaFundada } from './empresas.ts'

const QUINCE = fromUnits(15)
/** Start of the demonstration's history, in days before today. */
const DIAS = 60

interface Lugar {
  /** Dependencies under the clock of a past day, at nine in the morning or another hour. */
  depsOf: (daysAgo: number, hour?: number) => Deps
  fechaOf: (daysAgo: number) => Fecha
  session: SesionAbierta
  fundada: EmpresaFundada
}

type Receptor = Pick<FacturaForm['comprador'], 'tipo_identificacion' | 'identificacion' | 'razon_social' | 'correos'>
const receptorOf = ({ tipo_identificacion, identificacion, razon_social, correos }: Receptor): Receptor => ({
  tipo_identificacion,
  identificacion,
  razon_social,
  correos: [...correos],
})

/** Books the initial stock once, at its cost. */
async function recibirInventario({ depsOf, session, fundada: { empresaId } }: Lugar): Promise<Map<string, string>> {
  const { db, clock } = depsOf(DIAS)
  const [bodega, productos] = await inEmpresa(db, empresaId, async (tx) => [
    await tx.selectFrom('bodega').select('id').where('empresa_id', '=', empresaId).where('predeterminada', '=', true).executeTakeFirst(),
    await tx.selectFrom('producto').select(['id', 'code']).where('empresa_id', '=', empresaId).execute(),
  ])
  const ids = new Map(productos.map(({ id, code }) => [code, id]))
  const lineas = INVENTARIADOS.flatMap(({ producto, costo, inicial }) => {
    const id = ids.get(producto.code)
    return id === undefined ? [] : [{ producto_id: id, cantidad: fromUnits(inicial), costo_unitario: costo }]
  })
  if (!bodega || lineas.length === 0) return ids
  const form = MovimientoForm.parse({ tipo: 'INGRESO', concepto: 'INI', bodega_id: bodega.id, lineas })
  const autor = { empresaId, ambiente: session.ambiente, usuarioId: session.usuarioId, en: clock.now(), veCosto: true }
  await inEmpresa(db, empresaId, (tx) => createMovimiento(tx, autor, 'demo-inventario', form)).catch(unlessRefused)
  return ids
}

const COMPRAS = [
  { hace: 47, numero: '001-001-000001204', base: 1_480, concepto: 'Impresoras y lectores', plazo: 30 },
  { hace: 24, numero: '001-001-000001377', base: 312.4, concepto: 'Papel y suministros', plazo: 0 },
  { hace: 9, numero: '001-001-000001450', base: 865.75, concepto: 'Mercadería para la venta', plazo: 45 },
] as const

/** Books the supplier's facturas, each on its day. */
async function registrarCompras({ depsOf, fechaOf, session, fundada: { empresaId } }: Lugar): Promise<void> {
  for (const [n, { hace, numero, base: dolares, concepto, plazo }] of COMPRAS.entries()) {
    const base = fromCents(Math.round(dolares * 100))
    const valor = percentOf(base, QUINCE)
    const form = CompraForm.parse({
      tipo: '01',
      proveedor: receptorOf(PROVEEDOR),
      numero,
      autorizacion: `11${String(n).repeat(8)}`,
      fecha_emision: fechaOf(hace),
      ...(plazo > 0 && { vence: addDays(fechaOf(hace), plazo) }),
      sustento: n === 1 ? '01' : '06',
      impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: QUINCE, base, valor }],
      total: sum([base, valor]),
      pagos: [{ forma_pago: '20', total: sum([base, valor]) }],
      observacion: concepto,
    })
    const deps = depsOf(hace)
    await inEmpresa(deps.db, empresaId, (tx) => createCompra(deps, tx, session, `demo-compra-${n}`, form)).catch(unlessRefused)
  }
}

type Linea = FacturaForm['lineas'][number]

function lineaOf({ code, name, price }: (typeof VENTAS)[number], cantidad: number, ids: Map<string, string>): Linea {
  const id = ids.get(code)
  return {
    ...(id !== undefined && { producto_id: id }),
    codigo: code,
    descripcion: name,
    cantidad: fromUnits(cantidad),
    precio_unitario: price,
    descuento: 0,
    iva: TIPO_IVA.QUINCE,
    detalles_adicionales: [],
  }
}

/** Makes two quotes, and a sale on credit from the stock. */
async function ofrecer({ depsOf, session, fundada: { empresaId, demo } }: Lugar, ids: Map<string, string>): Promise<void> {
  const [primero, segundo] = INVENTARIADOS.map(({ producto }) => producto)
  const [comercial, muebles] = CLIENTES
  const [establecimiento] = demo.establecimientos
  const punto = establecimiento?.puntos[0]
  if (!primero || !segundo || !comercial || !muebles || !punto) throw new Error('the demonstration has no data')
  const place = { establecimiento: establecimiento.codigo, punto: punto.codigo }
  const ventas = { checkPermisos, renew: renewFactura }
  for (const [n, cliente] of [comercial, muebles].entries()) {
    const form = CotizacionForm.parse({
      ...place,
      validez_dias: 15,
      comprador: receptorOf(cliente),
      lineas: [lineaOf(primero, 2 + n, ids), lineaOf(segundo, 3, ids)],
      condiciones: 'Entrega en 48 horas. Crédito a 30 días.',
    })
    const deps = depsOf(6 - 3 * n)
    await inEmpresa(deps.db, empresaId, (tx) => createCotizacion(deps, ventas, tx, session, `demo-cotizacion-${n}`, form)).catch(
      unlessRefused,
    )
  }
  const lineas = [lineaOf(primero, 1, ids), lineaOf(segundo, 2, ids)]
  const base = sum(lineas.map(({ cantidad, precio_unitario: precio }) => multiply(montoOf(precio), cantidad)))
  const pago = { forma_pago: '20', total: sum([base, percentOf(base, QUINCE)]), plazo: 30, unidad_tiempo: 'dias' }
  const form = FacturaForm.parse({ ...place, comprador: receptorOf(comercial), lineas, pagos: [pago] })
  const id = `${demo.ruc.slice(0, 8)}-de30-4000-8000-000000000001`
  await emitFactura(depsOf(1), session, id, 'demo-venta-credito', form).catch(unlessRefused)
}

const CAJAS = [
  { hace: 2, flete: 12.5, contado: 57.5, nota: undefined },
  { hace: 1, flete: 8, contado: 61.9, nota: 'Faltan diez centavos de un vuelto' },
] as const

/** Tills of two days, with opening cash, movements, and the count in the evening. */
async function contarCajas({ depsOf, session, fundada: { empresaId } }: Lugar): Promise<void> {
  const dolares = (valor: number) => fromCents(Math.round(valor * 100))
  for (const { hace, flete, contado, nota } of CAJAS) {
    const [manana, tarde] = [depsOf(hace), depsOf(hace, 18)]
    const key = (what: string) => `demo-caja-${hace}-${what}`
    const dinero = [
      MovimientoCajaForm.parse({ tipo: 'INGRESO', valor: dolares(20), motivo: 'Sencillo del banco' }),
      MovimientoCajaForm.parse({ tipo: 'EGRESO', valor: dolares(flete), motivo: 'Flete de una entrega' }),
    ]
    await inEmpresa(manana.db, empresaId, async (tx) => {
      const { id } = await abrirCaja(manana, tx, session, key('abrir'), AbrirCajaForm.parse({ apertura: dolares(50) }))
      for (const [n, form] of dinero.entries()) await moverCaja(tarde, tx, session, { id, idempotencyKey: key(`mover-${n}`) }, form)
      const form = CerrarCajaForm.parse({ esperado: dolares(70 - flete), contado: dolares(contado), ...(nota && { nota }) })
      await cerrarCaja(tarde, tx, session, { id, idempotencyKey: key('cerrar') }, form)
    }).catch(unlessRefused)
  }
}

/** Activities besides sales at the counter: stock, purchases, quotes, a sale on credit and tills, each on its own day (O-93). */
export async function llenarGestion(deps: Deps, fundada: EmpresaFundada): Promise<void> {
  const { empresaId, usuarioId } = fundada
  const hoy = fechaIn(deps.clock.now())
  const fechaOf = (daysAgo: number) => addDays(hoy, -daysAgo)
  const empresa = await inEmpresa(deps.db, empresaId, (tx) =>
    tx.selectFrom('empresa').select(['ambiente', 'ruc', 'razon_social']).where('id', '=', empresaId).executeTakeFirstOrThrow(),
  )
  const session = {
    empresaId,
    usuarioId,
    rol: ROL.ADMIN,
    superAdmin: false,
    collections: [...COLLECTIONS] as string[],
    ambiente: empresa.ambiente,
    ruc: empresa.ruc,
    razonSocial: empresa.razon_social,
  } as SesionAbierta
  const depsOf = (daysAgo: number, hour = 9): Deps => {
    const at = new Date(startOf(fechaOf(daysAgo)).getTime() + hour * 3_600_000)
    return { ...deps, clock: { ...deps.clock, now: () => at } }
  }
  const lugar = { depsOf, fechaOf, session, fundada }
  const ids = await recibirInventario(lugar)
  await registrarCompras(lugar)
  await ofrecer(lugar, ids)
  await contarCajas(lugar)
}
