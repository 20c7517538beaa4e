import type { CalculoGuia, GuiaRemisionForm } from '@yupana/contract'
import { addDays, COD_DOC, daysBetween, fechaIn, TIPO_IVA, type Fecha } from '@yupana/fiscal'
import { DOCUMENTOS } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import {
  checkProductos,
  identificacionesOf,
  readCondiciones,
  receptorOf,
  requireSound,
  shown,
  SIN_NUMERO,
} from '../comprobante/armado/armado.door.ts'
import { decideFecha, type Preparacion, type Preparado, type TipoEmision } from '../comprobante/emision/emision.door.ts'
import { ensurePersona } from '../persona/persona.door.ts'
import { avisosGuia, facturasOf } from './guia-avisos.service.ts'
import { lockGuiasOf } from './guia-remision.sql.ts'
import { armarGuia, asProblem, correosOf, reviseGuia } from './guia-remision.ts'

/** Goods without a price, for the reports that count units. */
const lineasOf = ({ destinatarios }: GuiaRemisionForm): Preparado['fila']['lineas'] =>
  destinatarios.flatMap(({ detalles }) =>
    detalles.map((detalle) => ({
      producto_id: detalle.producto_id ?? null,
      codigo: detalle.codigo ?? null,
      descripcion: detalle.descripcion,
      cantidad: detalle.cantidad,
      precio_unitario: 0,
      descuento: 0,
      base: 0,
      tipo_iva: TIPO_IVA.NO_OBJETO,
      iva: 0,
      ice: 0,
      irbpnr: 0,
    })),
  )

/** The first destinatario, shown in lists. The contract requires at least one. */
function firstOf({ destinatarios: [first] }: GuiaRemisionForm) {
  if (!first) throw new RangeError('a guía without destinatarios')
  return first
}

/** Every part of a guía except its number; problems are thrown before a number is taken. */
async function prepare({ deps, tx, session, contexto, fecha, id }: Preparacion, form: GuiaRemisionForm): Promise<Preparado> {
  const { problemas, avisos } = reviseGuia(form, fecha)
  problemas.push(
    ...form.destinatarios.flatMap(({ detalles }, at) => checkProductos(detalles, contexto.productos, `destinatarios.${at}.detalles`)),
  )
  const datos = { form, fecha, contexto, rucProveedor: deps.config.rucProveedor }
  requireSound(problemas, () => DOCUMENTOS.guiaRemision.validate(armarGuia(datos, SIN_NUMERO)), asProblem)
  const en = deps.clock.now()
  const receptor = await receptorOf(tx, session.empresaId, contexto, firstOf(form), en)
  await ensurePersona(tx, session.empresaId, { ...form.transportista, correos: [] }, en, 'transportista')
  await lockGuiasOf(tx, session.empresaId, facturasOf(form))
  const lugar = { empresaId: session.empresaId, ambiente: contexto.ambiente, id }
  return {
    fila: {
      ...receptor,
      correos: correosOf(form),
      subtotal: 0,
      descuento: 0,
      iva: 0,
      total: 0,
      lineas: lineasOf(form),
      pagos: [],
      entrada: form,
    },
    otrosReceptores: form.destinatarios.slice(1).flatMap(identificacionesOf),
    xmlWith: (identidad) => DOCUMENTOS.guiaRemision.toXml(armarGuia(datos, identidad)),
    avisos: [...avisos, ...(await avisosGuia(tx, lugar, form, en))],
  }
}

export const GUIA_EMISION: TipoEmision<GuiaRemisionForm> = {
  tipoOf: () => COD_DOC.GUIA_REMISION,
  identificacionesOf: (form) => identificacionesOf(firstOf(form)),
  productosOf: ({ destinatarios }) => destinatarios.flatMap(({ detalles }) => detalles.map(({ producto_id: id }) => id)),
  prepare,
}

/** Validates without saving. */
export async function calculateGuia(
  { clock }: Deps,
  tx: Tx,
  { empresaId, ambiente }: SesionAbierta,
  form: GuiaRemisionForm,
): Promise<CalculoGuia> {
  const { dias } = await readCondiciones(tx, empresaId)
  const fecha = decideFecha(form.fecha_emision, fechaIn(clock.now()), dias)
  const { problemas, avisos } = reviseGuia(form, fecha)
  return {
    fecha_emision: fecha,
    problemas: shown(problemas),
    avisos: shown([...avisos, ...(await avisosGuia(tx, { empresaId, ambiente }, form, clock.now()))]),
  }
}

/** The form of an issued guía, for another one: a transport of as many days, from today. */
export function duplicateGuia(entrada: GuiaRemisionForm, hoy: Fecha): GuiaRemisionForm {
  const { fecha_emision: _fecha, ...form } = entrada
  return { ...form, fecha_ini: hoy, fecha_fin: addDays(hoy, Math.max(0, daysBetween(form.fecha_ini, form.fecha_fin))) }
}
