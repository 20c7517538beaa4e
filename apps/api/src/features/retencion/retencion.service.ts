import type { CalculoRetencion, ComprobanteDetalle, RetencionForm } from '@yupana/contract'
import { COD_DOC, displayFecha, fechaIn, receptorKey, totalRetenidoOf } from '@yupana/fiscal'
import { DOCUMENTOS } from '@yupana/sri'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import type { AbonoParte } from '../cartera/cartera.door.ts'
import { identificacionesOf, readCondiciones, receptorOf, requireSound, shown, SIN_NUMERO } from '../comprobante/armado/armado.door.ts'
import { decideFecha, type Preparacion, type Preparado, type TipoEmision } from '../comprobante/emision/emision.door.ts'
import { armarRetencion, numeroPropio } from './retencion-armar.ts'
import { asProblem, reviseRetencion, type RetencionRevisada } from './retencion-reglas.ts'
import { insertRetenciones, listRetenciones, listYaRetenidos, lockSustentos, readPago, type RetencionGuardada } from './retencion.sql.ts'

/** One row for each withholding, with the number of its document. */
const rowsOf = (form: RetencionForm, { docs }: RetencionRevisada, propio: string): RetencionGuardada[] =>
  form.docs_sustento.flatMap((doc, at) =>
    (docs[at]?.retenciones ?? []).map((one) => ({
      cod_sustento: doc.cod_sustento,
      cod_doc: doc.cod_doc,
      numero: doc.numero ?? propio,
      fecha: doc.fecha,
      impuesto: one.codigo,
      codigo: one.codigoRetencion,
      base: one.baseImponible,
      porcentaje: one.porcentajeRetener,
      valor: one.valorRetenido,
    })),
  )

/** A purchase may be withheld from in parts; most often that is a mistake. */
async function avisosYaRetenido(
  tx: Tx,
  lugar: { empresaId: EmpresaId; ambiente: string },
  form: RetencionForm,
  except?: string,
): Promise<Problem[]> {
  return (await listYaRetenidos(tx, lugar, form, except)).map(({ at, numero, fecha }) => ({
    campo: `docs_sustento.${at}.numero`,
    message: `Sobre este comprobante ya hay otra retención: la ${numero} del ${displayFecha(fecha)}. Si esta la reemplaza, anule la otra.`,
  }))
}

/** Two issued at once over one purchase wait here for each other. @throws 422 when another one exists */
async function requireUnica(tx: Tx, lugar: { empresaId: EmpresaId; ambiente: string }, form: RetencionForm, except: string): Promise<void> {
  await lockSustentos(tx, lugar, form)
  const [ya] = await listYaRetenidos(tx, lugar, form, except)
  if (!ya) return
  const message = `Ya tiene retención: la ${ya.numero} del ${displayFecha(ya.fecha)}. No se emite otra.`
  throw errors.field('TAKEN', `docs_sustento.${ya.at}.numero`, message)
}

/** The withheld amount is not paid to the supplier. */
const partesOf = (form: RetencionForm, revisada: RetencionRevisada): AbonoParte[] => {
  const terceroClave = receptorKey(form.sujeto.tipo_identificacion, form.sujeto.identificacion)
  return rowsOf(form, revisada, '').map(({ cod_doc: tipo, numero, valor }) => ({
    valor,
    comoNumerado: { sentido: 'PAGAR', terceroClave, tipo, numero },
  }))
}

/** Every part of a retención except its number; problems are thrown before a number is taken. */
async function prepare({ deps, tx, session, contexto, fecha, id }: Preparacion, form: RetencionForm): Promise<Preparado> {
  const revisada = reviseRetencion(form, fecha, contexto, numeroPropio(form, SIN_NUMERO))
  const datos = { form, fecha, contexto, revisada, rucProveedor: deps.config.rucProveedor }
  requireSound(revisada.problemas, () => DOCUMENTOS.comprobanteRetencion.validate(armarRetencion(datos, SIN_NUMERO)), asProblem)
  const lugar = { empresaId: session.empresaId, ambiente: contexto.ambiente }
  if (form.unica) await requireUnica(tx, lugar, form, id)
  return {
    fila: {
      ...(await receptorOf(tx, session.empresaId, contexto, form.sujeto, deps.clock.now(), 'proveedor')),
      subtotal: 0,
      descuento: 0,
      iva: 0,
      total: revisada.total,
      lineas: [],
      pagos: [],
      entrada: form,
      aclaracion: form.pago && `con los porcentajes del ${displayFecha(form.pago.fecha)}, fecha del pago. ${form.pago.motivo}`,
    },
    xmlWith: (identidad) => DOCUMENTOS.comprobanteRetencion.toXml(armarRetencion(datos, identidad)),
    avisos: [...revisada.avisos, ...(await avisosYaRetenido(tx, lugar, form, id))],
    cartera: { clase: 'ABONO', concepto: 'RETENCION', partes: partesOf(form, revisada) },
    store: (store, version, identidad) =>
      insertRetenciones(
        store,
        { empresaId: session.empresaId, documentoId: id, version },
        rowsOf(form, revisada, numeroPropio(form, identidad)),
        form.pago,
      ),
  }
}

export const RETENCION_EMISION: TipoEmision<RetencionForm> = {
  tipoOf: () => COD_DOC.RETENCION,
  identificacionesOf: ({ sujeto }) => identificacionesOf(sujeto),
  productosOf: () => [],
  prepare,
}

/** Validates and computes without saving. */
export async function calculateRetencion(
  { clock }: Deps,
  tx: Tx,
  { empresaId, ambiente, ruc }: SesionAbierta,
  form: RetencionForm,
): Promise<CalculoRetencion> {
  const { condiciones, dias } = await readCondiciones(tx, empresaId)
  const fecha = decideFecha(form.fecha_emision, fechaIn(clock.now()), dias)
  const { periodo, fechaTarifa, docs, total, problemas, avisos } = reviseRetencion(
    form,
    fecha,
    { ruc, condiciones },
    numeroPropio(form, SIN_NUMERO),
  )
  return {
    fecha_emision: fecha,
    periodo,
    fecha_tarifa: fechaTarifa,
    docs_sustento: docs.map((doc) => ({
      total: totalRetenidoOf([doc]),
      valores: doc.retenciones.map(({ valorRetenido }) => valorRetenido),
    })),
    total,
    problemas: shown(problemas),
    avisos: shown([...avisos, ...(await avisosYaRetenido(tx, { empresaId, ambiente }, form))]),
  }
}

/** The withholdings, in place of lines, and the day of payment when it decided. */
export async function detalleRetencion(
  tx: Tx,
  empresaId: EmpresaId,
  documentoId: string,
  version: number,
): Promise<Pick<ComprobanteDetalle, 'retenciones' | 'pago_retencion'>> {
  const of = { empresaId, documentoId, version }
  return { retenciones: await listRetenciones(tx, of), pago_retencion: await readPago(tx, of) }
}

/** The form of an issued one, for another, without its dates. */
export function duplicateRetencion(entrada: RetencionForm): RetencionForm {
  const { fecha_emision: _fecha, periodo: _periodo, pago: _pago, unica: _unica, ...form } = entrada
  return form
}
