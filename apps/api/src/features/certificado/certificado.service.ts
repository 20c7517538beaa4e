import { randomUUID } from 'node:crypto'
import type { Certificado } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import { avisoCaducidadAt, diagnoseCertificado, P12Error } from '@yupana/sri'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { attempt } from '../sesion/sesion.door.ts'
import * as sql from './certificado.sql.ts'
import { contextoClaveFirma, contextoLlave } from '../../secretos/contextos.ts'
import type { P12Abierto, P12Peticion } from './p12-mensaje.ts'
import { openP12 } from './p12-reader.ts'

export interface Autor {
  empresaId: EmpresaId
  usuarioId: string
}

export interface ArchivoFirma {
  filename: string
  bytes: Uint8Array
  password: string
  /** The user confirms that a certificate without a RUC is the company's. */
  confirmar: boolean
}

const WRONG_PASSWORDS = 5

/** Opens the file; a wrong password counts, the fifth one pauses the company's uploads for 15 minutes. */
async function open(deps: Deps, empresaId: EmpresaId, peticion: P12Peticion): Promise<P12Abierto> {
  try {
    const intento = { cuenta: `p12:${empresaId}`, red: 'p12', limites: { porCuentaYRed: WRONG_PASSWORDS } }
    const abierto = await attempt(deps, intento, () => openP12(peticion).catch(unlessWrongPassword))
    if (abierto) return abierto
    throw new P12Error('CLAVE_INCORRECTA')
  } catch (error) {
    if (!(error instanceof P12Error)) throw error
    throw errors.invalid([
      { campo: error.code === 'CLAVE_INCORRECTA' ? 'pass' : 'file', codigo: error.code, message: `${error.message} ${error.consejo}` },
    ])
  }
}

function unlessWrongPassword(error: unknown): undefined {
  if (!(error instanceof P12Error) || error.code !== 'CLAVE_INCORRECTA') throw error
}

/** Refuses a certificate that cannot sign for this company, and asks for confirmation when it names no RUC (O-67). */
function checkDiagnostico({ rechazos, avisos, requiereConfirmacion }: P12Abierto['diagnostico'], confirmar: boolean): void {
  if (rechazos.length > 0)
    throw errors.invalid(rechazos.map(({ codigo, motivo, consejo }) => ({ campo: 'file', codigo, message: `${motivo} ${consejo}` })))
  if (!requiereConfirmacion || confirmar) return
  const aviso = avisos.find(({ codigo }) => codigo === 'SIN_IDENTIFICACION')
  throw errors.invalid([
    { campo: 'confirmar', codigo: 'SIN_IDENTIFICACION', message: `${aviso?.motivo ?? ''} ${aviso?.consejo ?? ''}`.trim() },
  ])
}

/**
 * Takes the key out of the .p12 and stores it sealed; the certificate before it goes out of use in the same step.
 * @param reemplaza id of the certificate to replace. @throws 404 when this company has none of that id, 422 with the reasons, 429
 */
export async function upload(deps: Deps, autor: Autor, archivo: ArchivoFirma, reemplaza?: string): Promise<Certificado> {
  const { empresaId, usuarioId } = autor
  const now = deps.clock.now()
  const ruc = await inEmpresa(deps.db, empresaId, async (tx) => {
    if (reemplaza !== undefined && !(await sql.findCertificado(tx, empresaId, reemplaza))) throw errors.notFound()
    return sql.rucOf(tx, empresaId)
  })
  const { privateKey, certificado, diagnostico } = await open(deps, empresaId, {
    bytes: archivo.bytes,
    password: archivo.password,
    ruc,
    now,
  })
  checkDiagnostico(diagnostico, archivo.confirmar)
  const leido = diagnostico.certificado!
  const id = randomUUID()
  const row: sql.CertificadoRow = {
    id,
    filename: archivo.filename,
    titular: leido.titular,
    emisor: leido.emisor,
    entidad: leido.entidad ?? null,
    serial: leido.serie,
    identificacion: leido.ruc ?? leido.cedula ?? null,
    rsa_bits: leido.bits ?? 0,
    desde: leido.desde.toISOString(),
    hasta: leido.hasta.toISOString(),
    huella: leido.huella,
    der: Buffer.from(certificado),
    confirmado_sin_ruc: diagnostico.requiereConfirmacion,
    activo: true,
    subido_en: now.toISOString(),
    inservible: null,
  }
  const llave = deps.sobre.sellar(privateKey, contextoLlave(empresaId, id, leido.huella))
  const claveFirma = deps.sobre.sellarCorto(Buffer.from(archivo.password), contextoClaveFirma(empresaId, id, leido.huella))
  privateKey.fill(0)
  await inEmpresa(deps.db, empresaId, async (tx) => {
    await sql.lockEmpresa(tx, empresaId)
    const retirados = await sql.retire(tx, empresaId)
    await sql.insertCertificado(tx, empresaId, { ...row, subido_por: usuarioId }, llave, claveFirma)
    const { filename, titular, serial, huella, hasta, confirmado_sin_ruc } = row
    const detalle = { filename, titular, serial, huella, hasta, confirmado_sin_ruc, retirados }
    await recordAuditoria(tx, { ...autor, en: now, accion: 'certificado.cargar', objeto: id, detalle })
  })
  return describe(row, ruc, now)
}

/** Destroys the key; the certificate stays as a record of its signatures. */
export async function remove(tx: Tx, autor: Autor, id: string, en: Date): Promise<void> {
  const [retirado] = await sql.retire(tx, autor.empresaId, id)
  if (!retirado) throw errors.notFound()
  await recordAuditoria(tx, { ...autor, en, accion: 'certificado.eliminar', objeto: id })
}

export async function all(tx: Tx, empresaId: EmpresaId, ruc: string, now: Date): Promise<Certificado[]> {
  return (await sql.allCertificados(tx, empresaId)).map((row) => describe(row, ruc, now))
}

const DAY_MS = 86_400_000

const INSERVIBLE = {
  codigo: 'LLAVE_INSERVIBLE',
  motivo: 'La llave guardada de esta firma no se puede abrir: nada se firma con ella.',
  consejo: 'Cargue de nuevo el archivo .p12 de la firma electrónica.',
}

function describe({ der, inservible, ...row }: sql.CertificadoRow, ruc: string, now: Date): Certificado {
  const { rechazos: defectos, avisos } = diagnoseCertificado(der, { ruc, now })
  const rechazos = inservible === null ? defectos : [INSERVIBLE, ...defectos]
  const dias_restantes = Math.floor((Date.parse(row.hasta) - now.getTime()) / DAY_MS)
  return {
    ...row,
    expirationDate: fechaIn(new Date(row.hasta)),
    dias_restantes,
    aviso_caducidad: avisoCaducidadAt(dias_restantes) ?? null,
    apto: row.activo && rechazos.length === 0,
    rechazos: [...rechazos],
    avisos: [...avisos],
  }
}
