import type { GastoLeido, TipoGasto } from '@yupana/contract'
import { CONSUMIDOR_FINAL, type Monto } from '@yupana/fiscal'
import { readComprobante, XmlError, type ComprobanteLeido } from '@yupana/sri'

import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { identificacionOf } from '../perfil/perfil.door.ts'
import { isHis, propose } from './gasto-personal.service.ts'
import * as sql from './gasto-personal.sql.ts'
import { readSituacion } from './situacion.service.ts'

interface Info {
  fechaEmision: string
  identificacionComprador: string
  razonSocialComprador: string
  totalSinImpuestos: Monto
}

/** What of a document is an expense. @throws 422 for one that is none */
function infoOf(leido: ComprobanteLeido): { tipo: TipoGasto; info: Info } {
  if (leido.tipo === 'factura') return { tipo: '01', info: leido.documento.infoFactura }
  if (leido.tipo === 'notaCredito') return { tipo: '04', info: leido.documento.infoNotaCredito }
  throw errors.field('GASTO_XML', 'file', 'El archivo no es una factura ni una nota de crédito: las demás no son gastos personales.')
}

/** @throws 422 with the reason in Spanish */
export function leer(bytes: Buffer): ComprobanteLeido {
  try {
    return readComprobante(bytes)
  } catch (error) {
    if (error instanceof XmlError) throw errors.field('GASTO_XML', 'file', error.message)
    throw error
  }
}

/** A document of a supplier as the form takes it, with what is to be known before it is registered. */
export async function prefill(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  leido: ComprobanteLeido,
): Promise<GastoLeido> {
  const { usuarioId } = session
  const { tipo, info } = infoOf(leido)
  const { infoTributaria: emisor } = leido.documento
  const { fechaEmision: fecha, identificacionComprador: a_nombre, razonSocialComprador, totalSinImpuestos: total } = info
  const numero = `${emisor.estab}-${emisor.ptoEmi}-${emisor.secuencial}`
  const propia = await identificacionOf(tx, session, clock.now())
  const situacion = await readSituacion(tx, usuarioId, Number(fecha.slice(0, 4)))
  const documento = { fecha, proveedor_ruc: emisor.ruc, proveedor: emisor.razonSocial, tipo, numero, clave_acceso: emisor.claveAcceso }
  const avisos: string[] = []
  if (await sql.findSame(tx, usuarioId, documento)) avisos.push('Este documento ya está entre sus gastos.')
  if (a_nombre === CONSUMIDOR_FINAL.identificacion)
    avisos.push('Está a consumidor final: no cuenta para la rebaja. Pida la factura con su cédula.')
  else if (!isHis(a_nombre, propia, situacion))
    avisos.push(`Está a nombre de ${razonSocialComprador} (${a_nombre}), que no es usted ni consta entre sus familiares.`)
  if (leido.autorizacion === undefined) avisos.push('El archivo no trae la autorización del SRI: compruébelo antes de registrarlo.')
  return { ...documento, a_nombre, total, propuesta: await propose(tx, usuarioId, emisor.ruc), avisos }
}
