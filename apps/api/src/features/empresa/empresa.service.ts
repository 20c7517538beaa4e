import type { CondicionesConfirmadas, EmpresaForm, EmpresaPerfil } from '@yupana/contract'
import { fechaIn, LEYENDA_RIMPE, REGIMEN_LABEL, type Fecha } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { checkCambio } from '../declaracion/declaracion.door.ts'
import * as sql from './empresa.sql.ts'
import { regimenOn, withRegimen } from './regimen.ts'

export const TIPOS_RIMPE = [
  { id: 'RIMPE' as const, name: REGIMEN_LABEL.RIMPE, leyenda: LEYENDA_RIMPE.EMPRENDEDOR },
  { id: 'NEGOCIO_POPULAR' as const, name: REGIMEN_LABEL.NEGOCIO_POPULAR, leyenda: LEYENDA_RIMPE.NEGOCIO_POPULAR },
]

/** The user, the company and the time of a change. */
export interface Autor {
  empresaId: EmpresaId
  usuarioId: string
  en: Date
}

/** Periods of one kind of condition must not overlap: one holds on each day. */
function checkCondiciones(condiciones: EmpresaForm['condiciones']): void {
  const problems = condiciones.flatMap(({ tipo, desde, hasta }, at): Problem[] => {
    const overlaps = condiciones.some(
      (other, i) => i !== at && other.tipo === tipo && other.desde <= (hasta ?? '9999-12-31') && desde <= (other.hasta ?? '9999-12-31'),
    )
    return overlaps ? [{ campo: `condiciones.${at}.desde`, message: 'Se cruza con otra condición del mismo tipo.' }] : []
  })
  if (problems.length > 0) throw errors.invalid(problems)
}

/** A confirmed régimen cannot be removed for today: documents would go out without its legend. */
function checkRegimen(before: EmpresaPerfil, { condiciones }: EmpresaForm, hoy: Fecha): void {
  if (before.condiciones_confirmadas_en === null || !regimenOn(before.condiciones, hoy) || regimenOn(condiciones, hoy)) return
  throw errors.field('REGIMEN_NEEDED', 'condiciones', 'La empresa ya confirmó su régimen: registre el que rige hoy antes de quitar este.')
}

/** The field that shows a change of the filing frequency: the new condition, the end of another one, or the list. */
function campoDelCambio(before: EmpresaPerfil, { condiciones }: EmpresaForm): string {
  const same = (one: EmpresaForm['condiciones'][number]) =>
    before.condiciones.find(({ tipo, desde }) => tipo === one.tipo && desde === one.desde)
  const isDe = ({ tipo }: { tipo: string }) => tipo === 'REGIMEN' || tipo === 'IVA_SEMESTRAL'
  const nueva = condiciones.findIndex((one) => isDe(one) && !same(one))
  if (nueva >= 0) return `condiciones.${nueva}.desde`
  const ended = condiciones.findIndex((one) => isDe(one) && same(one)?.hasta !== one.hasta)
  return ended >= 0 ? `condiciones.${ended}.hasta` : 'condiciones'
}

export async function save(tx: Tx, autor: Autor, form: EmpresaForm): Promise<EmpresaPerfil> {
  checkCondiciones(form.condiciones)
  const { ambiente } = await sql.lockEmpresa(tx, autor.empresaId)
  const before = await sql.readPerfil(tx, autor.empresaId)
  checkRegimen(before, form, fechaIn(autor.en))
  if (!(await sql.updateEmpresa(tx, autor.empresaId, form))) throw errors.conflict()
  const cambio = { antes: before.condiciones, despues: form.condiciones, campo: campoDelCambio(before, form) }
  await checkCambio(tx, { ...autor, ambiente }, cambio)
  await sql.replaceCondiciones(tx, autor.empresaId, form.condiciones)
  if (form.confirma && regimenOn(form.condiciones, fechaIn(autor.en)))
    await sql.markConfirmadas(tx, autor.empresaId, autor.usuarioId, autor.en)
  const after = await sql.readPerfil(tx, autor.empresaId)
  await recordAuditoria(tx, { ...autor, accion: 'empresa.editar', detalle: changesOf(before, after) })
  return after
}

/** The company's confirmation before it issues; repeated or simultaneous equal ones count as one. */
export async function confirmCondiciones(
  tx: Tx,
  autor: Autor,
  { regimen, obligado_contabilidad }: CondicionesConfirmadas,
): Promise<EmpresaPerfil> {
  const { ambiente } = await sql.lockEmpresa(tx, autor.empresaId)
  const before = await sql.readPerfil(tx, autor.empresaId)
  const condiciones = withRegimen(before.condiciones, regimen, fechaIn(autor.en))
  const isSame = condiciones === before.condiciones && before.obligado_contabilidad === obligado_contabilidad
  if (isSame && before.condiciones_confirmadas_en !== null) return before
  if (!isSame) {
    await checkCambio(tx, { ...autor, ambiente }, { antes: before.condiciones, despues: condiciones, campo: 'regimen' })
    await sql.updateContabilidad(tx, autor.empresaId, obligado_contabilidad)
    await sql.replaceCondiciones(tx, autor.empresaId, condiciones)
  }
  await sql.markConfirmadas(tx, autor.empresaId, autor.usuarioId, autor.en)
  await recordAuditoria(tx, { ...autor, accion: 'empresa.confirmar', detalle: { regimen, obligado_contabilidad } })
  return sql.readPerfil(tx, autor.empresaId)
}

export async function saveLogo(tx: Tx, autor: Autor, logo: { bytes: Buffer; tipo: string } | null): Promise<void> {
  await sql.updateLogo(tx, autor.empresaId, logo)
  await recordAuditoria(tx, {
    ...autor,
    accion: logo ? 'empresa.logo' : 'empresa.quitar_logo',
    detalle: logo ? { tipo: logo.tipo, bytes: logo.bytes.length } : {},
  })
}

/** To PRODUCCION only after confirmation and with a certificate valid now (O-90). */
export async function changeAmbiente(
  tx: Tx,
  autor: Autor,
  { ambiente, confirmar }: { ambiente: Ambiente; confirmar: boolean },
): Promise<EmpresaPerfil> {
  const { ambiente: actual } = await sql.lockEmpresa(tx, autor.empresaId)
  if (ambiente !== actual) {
    if (ambiente === 'PRODUCCION') await checkProduccion(tx, autor, confirmar)
    await sql.updateAmbiente(tx, autor.empresaId, ambiente)
    await recordAuditoria(tx, { ...autor, accion: 'empresa.ambiente', detalle: { de: actual, a: ambiente } })
  }
  return sql.readPerfil(tx, autor.empresaId)
}

async function checkProduccion(tx: Tx, { empresaId, en }: Autor, confirmar: boolean): Promise<void> {
  const certificado = await sql.certificadoVigencia(tx, empresaId)
  if (!certificado || new Date(certificado.desde) > en) throw errors.certificateMissing()
  if (new Date(certificado.hasta) <= en) throw errors.certificateExpired(fechaIn(new Date(certificado.hasta)))
  if (certificado.inservible !== null) throw errors.certificateUnusable()
  if (!confirmar)
    throw errors.field(
      'CONFIRM',
      'confirmar',
      'Confirme el paso a producción: desde ese momento los comprobantes tienen validez tributaria.',
    )
}
