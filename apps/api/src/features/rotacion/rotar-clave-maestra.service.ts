import type pg from 'pg'

import type { EmpresaId } from '../../db/empresa-id.ts'
import {
  contextoArchivo,
  contextoBuzon,
  contextoClaveFirma,
  contextoLlave,
  contextoCarta,
  contextoCartaHtml,
  contextoFactor,
  contextoEmpresa,
} from '../../secretos/contextos.ts'
import type { Reenvoltura } from '../../secretos/sobre.ts'
import { StartError } from '../../instalacion/start-error.ts'

export interface Rotacion {
  empresas: number
  llaves: number
  cartas: number
  /** Parts of files. */
  archivos: number
  /** Passwords of mailboxes. */
  buzones: number
  /** Second factors of people. */
  factores: number
  /** Secrets that were under the new key already: from an interrupted run. */
  yaEstaban: number
}

interface LlaveRow {
  certificado_id: string
  huella: string
  kek_id: string
  dek_envuelta: Buffer
  clave_cifrada: Buffer
}

const LLAVES = `
  select l.certificado_id, c.huella, l.kek_id, l.dek_envuelta, l.clave_cifrada from certificado_llave l
    join certificado c on c.empresa_id = l.empresa_id and c.id = l.certificado_id where l.empresa_id = $1 for update of l`

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** A secret that neither key opens has a third key: nothing is changed. */
function opening<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch {
    throw new StartError(
      `Ni la clave anterior ni la nueva abren ${what}: revise CLAVE_MAESTRA_ANTERIOR. Lo que ya se cambió está bien; nada más se tocó.`,
    )
  }
}

async function rotateEmpresa(client: pg.PoolClient, empresaId: EmpresaId, reenvoltura: Reenvoltura, total: Rotacion): Promise<void> {
  const {
    rows: [empresa],
  } = await client.query<{ ruc: string; secreto: Buffer }>('select ruc, secreto from empresa where id = $1 for update', [empresaId])
  if (!empresa) return
  const secreto = opening(`los secretos de la empresa ${empresa.ruc}`, () => reenvoltura.corto(empresa.secreto, contextoEmpresa(empresaId)))
  if (secreto) await client.query('update empresa set secreto = $2 where id = $1', [empresaId, secreto])
  else total.yaEstaban++
  const { rows } = await client.query<LlaveRow>(LLAVES, [empresaId])
  for (const { certificado_id: id, huella, kek_id: kekId, dek_envuelta: dekEnvuelta, clave_cifrada: claveFirma } of rows) {
    const [llave, cifrada] = opening(
      `un certificado de la empresa ${empresa.ruc}`,
      () =>
        [
          reenvoltura.llave({ kekId, dekEnvuelta }, contextoLlave(empresaId, id, huella)),
          reenvoltura.corto(claveFirma, contextoClaveFirma(empresaId, id, huella)),
        ] as const,
    )
    if (!llave && !cifrada) total.yaEstaban++
    else total.llaves++
    await client.query(
      'update certificado_llave set kek_id = $3, dek_envuelta = $4, clave_cifrada = $5 where empresa_id = $1 and certificado_id = $2',
      [empresaId, id, llave?.kekId ?? kekId, llave?.dekEnvuelta ?? dekEnvuelta, cifrada ?? claveFirma],
    )
  }
  await rotateBuzon(client, { id: empresaId, ruc: empresa.ruc }, reenvoltura, total)
  await rotateArchivos(client, { id: empresaId, ruc: empresa.ruc }, reenvoltura, total)
  total.empresas++
}

async function rotateBuzon(
  client: pg.PoolClient,
  empresa: { id: EmpresaId; ruc: string },
  reenvoltura: Reenvoltura,
  total: Rotacion,
): Promise<void> {
  const {
    rows: [buzon],
  } = await client.query<{ contrasena: Buffer }>('select contrasena from buzon where empresa_id = $1 for update', [empresa.id])
  if (!buzon) return
  const anew = opening(`el buzón de la empresa ${empresa.ruc}`, () => reenvoltura.corto(buzon.contrasena, contextoBuzon(empresa.id)))
  if (anew) await client.query('update buzon set contrasena = $2 where empresa_id = $1', [empresa.id, anew])
  if (anew) total.buzones++
  else total.yaEstaban++
}

/** Ciphertexts are not read: only the keys of the parts are wrapped anew. */
async function rotateArchivos(
  client: pg.PoolClient,
  empresa: { id: EmpresaId; ruc: string },
  reenvoltura: Reenvoltura,
  total: Rotacion,
): Promise<void> {
  const { rows } = await client.query<{ archivo_id: string; n: number; kek_id: string; dek_envuelta: Buffer }>(
    'select archivo_id, n, kek_id, dek_envuelta from archivo_parte where empresa_id = $1 for update',
    [empresa.id],
  )
  for (const { archivo_id: id, n, kek_id: kekId, dek_envuelta: dekEnvuelta } of rows) {
    const anew = opening(`un archivo de la empresa ${empresa.ruc}`, () =>
      reenvoltura.llave({ kekId, dekEnvuelta }, contextoArchivo(empresa.id, id, n)),
    )
    if (!anew) {
      total.yaEstaban++
      continue
    }
    total.archivos++
    await client.query('update archivo_parte set kek_id = $4, dek_envuelta = $5 where empresa_id = $1 and archivo_id = $2 and n = $3', [
      empresa.id,
      id,
      n,
      anew.kekId,
      anew.dekEnvuelta,
    ])
  }
}

async function rotateCartas(client: pg.PoolClient, reenvoltura: Reenvoltura, total: Rotacion): Promise<void> {
  const { rows } = await client.query<{ id: string; texto: Buffer; html: Buffer | null }>(
    'select id, texto, html from carta_cuenta where texto is not null for update',
  )
  for (const { id, texto, html } of rows) {
    const [anew, alsoAnew] = opening(
      'una carta por enviar',
      () => [reenvoltura.corto(texto, contextoCarta(id)), html && reenvoltura.corto(html, contextoCartaHtml(id))] as const,
    )
    if (!anew && !alsoAnew) total.yaEstaban++
    else total.cartas++
    await client.query('update carta_cuenta set texto = $2, html = $3 where id = $1', [id, anew ?? texto, alsoAnew ?? html])
  }
}

async function rotateFactores(client: pg.PoolClient, reenvoltura: Reenvoltura, total: Rotacion): Promise<void> {
  const { rows } = await client.query<{ id: string; secreto: Buffer }>('select usuario_id as id, secreto from segundo_factor for update')
  for (const { id, secreto } of rows) {
    const anew = opening('la verificación en dos pasos de un usuario', () => reenvoltura.corto(secreto, contextoFactor(id)))
    if (anew) await client.query('update segundo_factor set secreto = $2 where usuario_id = $1', [id, anew])
    if (anew) total.factores++
    else total.yaEstaban++
  }
}

/**
 * Seals every secret of the database under the new master key, one company in one transaction: an interrupted run can be repeated and
 * continues. Signatures, numbers and passwords stay as they are.
 * @param owner as yupana_owner: it sees every company
 */
export async function rotarClaveMaestra(
  owner: pg.Pool,
  reenvoltura: Reenvoltura,
  onEmpresa: (empresas: number) => Promise<void> | void = () => undefined,
): Promise<Rotacion> {
  const total: Rotacion = { empresas: 0, llaves: 0, cartas: 0, archivos: 0, buzones: 0, factores: 0, yaEstaban: 0 }
  const { rows } = await owner.query<{ id: EmpresaId }>('select id from empresa order by id')
  for (const { id } of rows) {
    await inTransaction(owner, (client) => rotateEmpresa(client, id, reenvoltura, total))
    await onEmpresa(total.empresas)
  }
  await inTransaction(owner, (client) => rotateCartas(client, reenvoltura, total))
  await inTransaction(owner, (client) => rotateFactores(client, reenvoltura, total))
  return total
}
