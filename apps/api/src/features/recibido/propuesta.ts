// The proposal for a document of the inbox, bookable with one key; each part with its reason.
import { CompraForm, type PropuestaRecibido } from '@yupana/contract'
import { bajaCompra, displayFecha, fechaIn, receptorKey, sustentosCompra, totalesCompraOf } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { findEnlazadas, impuestosDe, itemOf, type ItemDe } from '../compra/compra.door.ts'
import { proposeGastos } from '../gasto-personal/gasto-personal.door.ts'
import { proposeCompra, readCriterio, type CompraRetenible } from '../retencion/retencion.door.ts'
import * as sql from './propuesta.sql.ts'

/** A document that may become a purchase. */
export interface Registrable {
  id: string
  clave: string
  tipo: string
  numero: string
  fecha_emision: string
  emisor_ruc: string
  formulario: CompraForm
}

type Enlazada = Awaited<ReturnType<typeof findEnlazadas>>[number]
type Regla = NonNullable<sql.Sabido['regla']>

const proveedorKeyOf = ({ formulario: { proveedor } }: Registrable) => receptorKey(proveedor.tipo_identificacion, proveedor.identificacion)

/** The reason for a learned value. */
const comoAntes = ({ compra, editado_en: en }: Regla, elegido: string | null): string =>
  compra && elegido === null
    ? `Como la última compra de este proveedor: ${compra.numero}, del ${displayFecha(compra.fecha)}.`
    : `Como se eligió para este proveedor el ${displayFecha(fechaIn(new Date(elegido ?? en)))}.`

/** The reason why the support is not that of a former purchase. */
function sinAprenderOf(aprendido: string | null, comprado: boolean): string {
  if (aprendido !== null) return `El sustento ${aprendido}, elegido antes para este proveedor, no se admite aquí.`
  return comprado ? 'El sustento de sus compras anteriores se olvidó.' : 'Es la primera compra de este proveedor.'
}

function sustentoOf({ tipo, fecha_emision: fecha, formulario }: Registrable, { regla, modificada, comprado }: sql.Sabido) {
  const admits = (sustento: string) => sustentosCompra(tipo, fecha).some(({ codigo }) => codigo === sustento)
  if (modificada && admits(modificada.sustento))
    return { sustento: modificada.sustento, motivo: `Como la compra que modifica, ${modificada.numero}.` }
  if (regla?.sustento && admits(regla.sustento)) return { sustento: regla.sustento, motivo: comoAntes(regla, regla.sustento_elegido) }
  const motivo = formulario.sustento === '01' ? 'Tiene IVA: da crédito tributario.' : 'No tiene IVA: es costo o gasto.'
  return { sustento: formulario.sustento, motivo: `${motivo} ${sinAprenderOf(regla?.sustento ?? null, comprado)}` }
}

function productosOf({ length: lineas }: CompraForm['lineas'], enlazadas: number): PropuestaRecibido['productos'] {
  const motivo =
    enlazadas > 0
      ? 'Como en la última compra de cada artículo a este proveedor.'
      : 'Ningún artículo suyo está enlazado a un producto: se registra como gasto.'
  return { lineas, enlazadas, motivo }
}

function bodegaOf(
  { tipo }: Registrable,
  enlazadas: readonly Enlazada[],
  regla: sql.Sabido['regla'],
  { predeterminada, activas }: Awaited<ReturnType<typeof sql.readBodegas>>,
): PropuestaRecibido['bodega'] {
  if (bajaCompra(tipo) || !enlazadas.some(({ inventaria }) => inventaria)) return null
  if (activas === 1 && predeterminada) return { ...predeterminada, motivo: 'Es la única bodega activa.' }
  if (regla?.bodega) return { ...regla.bodega, motivo: comoAntes(regla, regla.bodega_elegida) }
  if (predeterminada) return { ...predeterminada, motivo: 'Es la bodega predeterminada.' }
  return { id: null, name: null, motivo: 'La empresa no tiene una bodega predeterminada: elija una.' }
}

/** A purchase in the form that withholdings need. */
function retenibleOf({ id, formulario }: Registrable, sabido: sql.Sabido, enlazadas: readonly Enlazada[]): CompraRetenible {
  const { subtotal, iva } = totalesCompraOf(impuestosDe(formulario), formulario.otros)
  const regimen = formulario.regimen_proveedor === 'GENERAL' ? (sabido.regimen ?? 'GENERAL') : formulario.regimen_proveedor
  return {
    ...sabido,
    id,
    estado: 'REGISTRADA',
    elegida: sabido.regla?.operacion ?? null,
    form: { ...formulario, regimen_proveedor: regimen },
    subtotal,
    iva,
    total: formulario.total,
    productos: [...new Set(enlazadas.map(({ tipo }) => tipo))],
  }
}

/** Proposals by the id of each document. */
export async function proponer(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  leidos: readonly Registrable[],
): Promise<ReadonlyMap<string, PropuestaRecibido>> {
  if (leidos.length === 0) return new Map()
  const { empresaId } = session
  // A document may have a thousand lines: only their items are read.
  const docs = leidos.map((doc) => ({
    ...doc,
    formulario: { ...CompraForm.parse({ ...doc.formulario, lineas: [] }), lineas: doc.formulario.lineas },
  }))
  const consultas = docs.map(({ formulario: { modificado }, ...doc }, at) => ({
    ...doc,
    proveedor_clave: proveedorKeyOf(docs[at]!),
    modificado: modificado?.numero ?? null,
  }))
  const sabidos = new Map((await sql.readSabido(tx, session, consultas)).map((one) => [one.id, one]))
  const items = new Map<string, ItemDe>()
  const itemsOf = (doc: Registrable) =>
    (doc.formulario.lineas ?? []).map((linea): ItemDe => ({ proveedorClave: proveedorKeyOf(doc), item: itemOf(linea) }))
  const keyOf = ({ proveedorClave, item }: ItemDe) => `${proveedorClave}|${item}`
  for (const one of docs.flatMap(itemsOf)) items.set(keyOf(one), one)
  const enlaces = new Map((await findEnlazadas(tx, empresaId, [...items.values()])).map((one) => [keyOf(one), one]))
  const criterio = await readCriterio(tx, empresaId)
  const bodegas = await sql.readBodegas(tx, empresaId)
  const gastos = await proposeGastos({ clock }, tx, session, docs)
  const hoy = fechaIn(clock.now())
  return new Map(
    docs.map((doc): [string, PropuestaRecibido] => {
      const sabido = sabidos.get(doc.id)!
      const { regla } = sabido
      const enlazadas = itemsOf(doc).flatMap((one) => enlaces.get(keyOf(one)) ?? [])
      const retencion = proposeCompra(criterio, hoy, retenibleOf(doc, sabido, enlazadas))
      const { operacion, motivo_operacion, propuesta, retenido, razon } = retencion
      const propuesto: PropuestaRecibido = {
        ...sustentoOf(doc, sabido),
        proveedor_nuevo: !sabido.conocido,
        productos: productosOf(doc.formulario.lineas ?? [], enlazadas.length),
        bodega: bodegaOf(doc, enlazadas, regla, bodegas),
        retencion: { operacion, motivo_operacion, propuesta, retenido, razon, emitir: retenido > 0 && (regla?.retener ?? true) },
        gasto: gastos.get(doc.clave) ?? null,
      }
      return [doc.id, propuesto]
    }),
  )
}
