import { sql } from 'kysely'

import type { Db } from '../../../db/connect.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente, MensajeGuardado } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { cartaOf, destinosOf, type CartaNueva, type MedioCorreo } from '../../carta/carta.door.ts'
import type { Servicio } from '../servicio-sri/servicio-sri.door.ts'
import { isAsOpened } from './firmantes.sql.ts'
import { esperaDeSustento, llamaRetenciones, tipoOf } from './sustento.sql.ts'

/** A document under lease: only writes with this `cerco` count. */
export interface Reclamo {
  empresa_id: EmpresaId
  documento_id: string
  cerco: number
  estado: string
  ambiente: Ambiente
  version: number
  clave: string
  ruc: string
  intentos: number
  pudo_llegar: boolean
  enviado_en: string | null
  firma_sha256: Buffer | null
  /** Only while the document waits for its signature: unsigned XML, deflated, and the company's certificate in use. */
  xml: Buffer | null
  certificado_id: string | null
  certificado_hasta: string | null
}

export interface Arriendo {
  ahora: Date
  hasta: Date
  quien: string
}

export async function claimOne(db: Db, empresaId: EmpresaId, id: string, { ahora, hasta, quien }: Arriendo): Promise<Reclamo | undefined> {
  const { rows } = await sql<Reclamo>`select * from reclamar_documento(${empresaId}, ${id}, ${ahora}, ${hasta}, ${quien})`.execute(db)
  return rows[0]
}

export async function claimDue(
  db: Db,
  { ahora, hasta, quien }: Arriendo,
  limite: number,
  porEmpresa: number,
  ocupadas: Readonly<Record<string, number>>,
): Promise<Reclamo[]> {
  const { rows } =
    await sql<Reclamo>`select * from reclamar_vencidos(${ahora}, ${hasta}, ${quien}, ${limite}, ${porEmpresa}, ${JSON.stringify(ocupadas)}::jsonb)`.execute(
      db,
    )
  return rows
}

export interface FirmaGuardada {
  xml: Buffer
  sha256: Buffer
  der: Buffer
}

export async function readFirma(tx: Tx, reclamo: Reclamo): Promise<FirmaGuardada | undefined> {
  const { rows } = await sql<FirmaGuardada>`
    select f.xml, f.sha256, c.der from documento_firma f join certificado c on c.empresa_id = f.empresa_id and c.id = f.certificado_id
     where f.empresa_id = ${reclamo.empresa_id} and f.documento_id = ${reclamo.documento_id} and f.version = ${reclamo.version}`.execute(tx)
  return rows[0]
}

const nextEvent = sql`(select coalesce(max(v.n), 0) + 1 from documento_evento v where v.empresa_id = doc.empresa_id and v.documento_id = doc.id)`

/** The document row, if this lease still holds and the state is the expected one. */
const underLease = (reclamo: Reclamo, de: string) => sql`
  empresa_id = ${reclamo.empresa_id} and id = ${reclamo.documento_id} and estado = ${de}
  and exists (select 1 from documento_envio e where e.empresa_id = ${reclamo.empresa_id} and e.documento_id = ${reclamo.documento_id} and e.cerco = ${reclamo.cerco})`

/** Stores the signature, its use and the move to FIRMADO. Answers false when the lease was lost or the key has changed. */
export async function saveFirma(
  tx: Tx,
  reclamo: Reclamo,
  firma: { certificadoId: string; sello: Buffer; xml: Buffer; sha256: Buffer; en: Date; quien: string },
): Promise<boolean> {
  const { rows } = await sql`
    with doc as (
      update documento set estado = 'FIRMADO'
       where ${underLease(reclamo, 'EMITIDO')} and ${isAsOpened(reclamo.empresa_id, firma.certificadoId, firma.sello)}
      returning empresa_id, id
    ), firma as (
      insert into documento_firma (empresa_id, documento_id, version, certificado_id, xml, sha256, firmado_en)
      select empresa_id, id, ${reclamo.version}, ${firma.certificadoId}::uuid, ${firma.xml}, ${firma.sha256}, ${firma.en}::timestamptz from doc
    ), uso as (
      insert into certificado_uso (empresa_id, certificado_id, documento_id, version, en, sha256)
      select empresa_id, ${firma.certificadoId}::uuid, id, ${reclamo.version}, ${firma.en}::timestamptz, ${firma.sha256} from doc
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, proceso, causa)
      select empresa_id, id, ${nextEvent}, ${firma.en}::timestamptz, 'EMITIDO', 'FIRMADO', ${firma.quien}, 'Firma' from doc
    )
    select id from doc`.execute(tx)
  return rows.length === 1
}

/** Opens the attempt that is about to leave; answers false when the lease was lost. Must be committed before the socket opens. */
export async function openIntento(tx: Tx, reclamo: Reclamo, de: string, { en, quien }: { en: Date; quien: string }): Promise<boolean> {
  const { rows } = await sql`
    with doc as (
      update documento set estado = 'ENVIANDO' where ${underLease(reclamo, de)} returning empresa_id, id
    ), intento as (
      insert into documento_intento (empresa_id, documento_id, cerco, version, arrendatario, iniciado_en)
      select empresa_id, id, ${reclamo.cerco}, ${reclamo.version}, ${quien}, ${en}::timestamptz from doc
    ), envio as (
      update documento_envio e set pudo_llegar = true, enviado_en = ${en}::timestamptz, intentos = e.intentos + 1, espera_por = null
        from doc where e.empresa_id = doc.empresa_id and e.documento_id = doc.id
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, proceso, causa)
      select empresa_id, id, ${nextEvent}, ${en}::timestamptz, ${de}, 'ENVIANDO', ${quien}, 'Envío al SRI' from doc where ${de} <> 'ENVIANDO'
    )
    select id from doc`.execute(tx)
  return rows.length === 1
}

/** Puts a retención back while its liquidación is not decided. */
export async function waitForSustento(tx: Tx, reclamo: Reclamo, ahora: Date): Promise<boolean> {
  const ms = await esperaDeSustento(tx, reclamo)
  if (ms !== undefined) await postpone(tx, reclamo, new Date(ahora.getTime() + ms))
  return ms !== undefined
}

/** Whether the last send of this document has no answer on record. */
export const hasOpenIntento = async (tx: Tx, reclamo: Reclamo): Promise<boolean> =>
  (await tx
    .selectFrom('documento_intento')
    .select('cerco')
    .where('empresa_id', '=', reclamo.empresa_id)
    .where('documento_id', '=', reclamo.documento_id)
    .where('terminado_en', 'is', null)
    .executeTakeFirst()) !== undefined

export interface Resultado {
  de: string
  a: string
  causa: string
  mensajes: readonly MensajeGuardado[]
  codigo: string | undefined
  proximoIntento: Date | null
  en: Date
  quien: string
  /** Whether the document is known not to have reached the SRI: it may be sent again without asking. */
  noLlego?: boolean
  /** Whether this is the answer of the send and closes its attempt row. */
  cierraIntento?: boolean
  /** Tries in a row that changed nothing. */
  intentos: number
}

/** Tries in a row after which a document is backlog. New documents of its company, and those sent once, come before it. */
const ATRASADO_DESDE = 3

/** Stores a decision if the lease still holds. A late writer changes nothing and gets false. */
export async function saveResultado(tx: Tx, reclamo: Reclamo, resultado: Resultado): Promise<boolean> {
  const { de, a, en, quien, causa } = resultado
  const moves = a !== de
  const answered = moves && a === 'RECIBIDA'
  const mensajes = resultado.mensajes.length > 0 ? JSON.stringify(resultado.mensajes) : null
  const { rows } = await sql`
    with envio as (
      update documento_envio set proximo_intento = ${resultado.proximoIntento}::timestamptz, arriendo_hasta = null, intentos = ${resultado.intentos},
             atrasado = ${!answered} and (atrasado or ${resultado.intentos >= ATRASADO_DESDE}),
             pudo_llegar = case when ${resultado.noLlego ?? false} then false else pudo_llegar end
       where empresa_id = ${reclamo.empresa_id} and documento_id = ${reclamo.documento_id} and cerco = ${reclamo.cerco}
      returning empresa_id, documento_id
    ), doc as (
      update documento d set estado = ${a}, codigo_sri = ${resultado.codigo ?? null}
        from envio where ${moves} and d.empresa_id = envio.empresa_id and d.id = envio.documento_id and d.estado = ${de} returning d.empresa_id, d.id
    ), intento as (
      update documento_intento i set terminado_en = ${en}::timestamptz, resultado = ${causa}
        from envio where ${resultado.cierraIntento ?? false} and i.empresa_id = envio.empresa_id and i.documento_id = envio.documento_id and i.terminado_en is null
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, proceso, causa, mensajes)
      select empresa_id, id, ${nextEvent}, ${en}::timestamptz, ${de}, ${a}, ${quien}, ${causa}, ${mensajes}::jsonb from doc
    )
    select documento_id from envio`.execute(tx)
  return rows.length === 1
}

export interface AutorizacionNueva {
  de: string
  numero: string
  fecha: string
  /** The instant of that date. */
  autorizadoEn: Date
  ambiente: string | undefined
  identico: boolean
  respuesta: Buffer
  mensajes: readonly MensajeGuardado[]
  en: Date
  quien: string
  correo: CartaNueva & { medioSiSale: MedioCorreo }
}

/** Makes a document AUTORIZADO for good: answer, event and mail to the receiver in one statement. */
export async function saveAutorizacion(tx: Tx, reclamo: Reclamo, nueva: AutorizacionNueva): Promise<boolean> {
  const { en, quien, correo } = nueva
  const mensajes = nueva.mensajes.length > 0 ? JSON.stringify(nueva.mensajes) : null
  const { rows } = await sql`
    with destinos as (${destinosOf(reclamo.empresa_id, reclamo.documento_id, correo.medioSiSale)}
    ), envio as (
      update documento_envio set proximo_intento = null, arriendo_hasta = null
       where empresa_id = ${reclamo.empresa_id} and documento_id = ${reclamo.documento_id} and cerco = ${reclamo.cerco}
      returning empresa_id, documento_id
    ), doc as (
      update documento d set estado = 'AUTORIZADO', codigo_sri = null, autorizado_en = ${nueva.autorizadoEn}::timestamptz,
             correo_estado = case when cardinality(destinos.direcciones) = 0 then 'NINGUNO' when destinos.medio = 'SMTP' then 'PENDIENTE' else 'BANDEJA' end
        from envio, destinos where d.empresa_id = envio.empresa_id and d.id = envio.documento_id and d.estado = ${nueva.de} returning d.empresa_id, d.id
    ), autorizacion as (
      insert into documento_autorizacion (empresa_id, documento_id, version, numero, fecha_autorizacion, ambiente, documento_identico, respuesta, recibida_en)
      select empresa_id, id, ${reclamo.version}, ${nueva.numero}, ${nueva.fecha}, ${nueva.ambiente ?? null}, ${nueva.identico}, ${nueva.respuesta}, ${en}::timestamptz from doc
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, proceso, causa, mensajes)
      select empresa_id, id, ${nextEvent}, ${en}::timestamptz, ${nueva.de}, 'AUTORIZADO', ${quien}, 'AUTORIZADO por el SRI', ${mensajes}::jsonb from doc
    ), ${cartaOf(correo, 'AUTORIZACION', en)}${llamaRetenciones(reclamo, en)}
    select count(*) as autorizado from doc`.execute(tx)
  return (rows[0] as { autorizado: number } | undefined)?.autorizado === 1
}

/** Stops emission when the SRI says that the issuer must settle something first. */
export async function pauseEmision(tx: Tx, reclamo: Reclamo, que: 'EMPRESA' | 'ESTABLECIMIENTO' | 'SERIE', motivo: string): Promise<void> {
  const establecimiento = reclamo.clave.slice(24, 27)
  const punto = reclamo.clave.slice(27, 30)
  if (que === 'EMPRESA') await tx.updateTable('empresa').set({ pausada_motivo: motivo }).where('id', '=', reclamo.empresa_id).execute()
  else if (que === 'ESTABLECIMIENTO')
    await tx
      .updateTable('establecimiento')
      .set({ pausado_motivo: motivo })
      .where('empresa_id', '=', reclamo.empresa_id)
      .where('codigo', '=', establecimiento)
      .execute()
  else
    await tx
      .updateTable('serie')
      .set({ pausada_motivo: motivo })
      .where('empresa_id', '=', reclamo.empresa_id)
      .where('ambiente', '=', reclamo.ambiente)
      .where('tipo', '=', tipoOf(reclamo))
      .where('establecimiento', '=', establecimiento)
      .where('punto', '=', punto)
      .execute()
}

/** Puts a claimed document back for later, in the same state; `esperaPor` names what a person has to provide first. */
export async function postpone(tx: Tx, reclamo: Reclamo, hasta: Date, esperaPor: string | null = null): Promise<void> {
  await tx
    .updateTable('documento_envio')
    .set({ proximo_intento: hasta, arriendo_hasta: null, atrasado: true, espera_por: esperaPor })
    .where('empresa_id', '=', reclamo.empresa_id)
    .where('documento_id', '=', reclamo.documento_id)
    .where('cerco', '=', reclamo.cerco)
    .execute()
}

/** Notes why a key does not open, or that it opens again. Answers whether this is new. */
export async function markInservible(tx: Tx, empresaId: EmpresaId, certificadoId: string, motivo: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificado')
    .set({ inservible: motivo })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', certificadoId)
    .where('inservible', 'is distinct from', motivo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteTardia(tx: Tx, reclamo: Reclamo, nota: { en: Date; proceso: string; causa: string }): Promise<void> {
  await tx
    .insertInto('documento_respuesta_tardia')
    .values({ empresa_id: reclamo.empresa_id, documento_id: reclamo.documento_id, cerco: reclamo.cerco, ...nota })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes due the documents that wait for this environment, of one company or of all; called after an outage. */
export async function bringForward(db: Db, ambiente: Ambiente, empresaId: EmpresaId | null, ahora: Date): Promise<void> {
  await sql`select adelantar_pendientes(${ambiente}, ${empresaId}, ${ahora})`.execute(db)
}

/** The silence of a service: since when, and until when it counts if nothing else is heard. */
export interface Silencio {
  desde: Date
  hasta: Date
  ahora: Date
}

/** A silence that continues keeps its beginning. */
const calladoDesde = (tabla: 'servicio_sri' | 'servicio_sri_empresa', { desde, ahora }: Silencio) => {
  const columna = (nombre: string) => sql.ref(`${tabla}.${nombre}`)
  return sql<Date>`case when ${columna('abierto_hasta')} > ${ahora}::timestamptz
    then least(${columna('callado_desde')}, ${desde}::timestamptz) else ${desde}::timestamptz end`
}

/** Notes that a service is silent towards this company alone. */
export async function tellSilencio(
  tx: Tx,
  empresaId: EmpresaId,
  ambiente: Ambiente,
  servicio: Servicio,
  silencio: Silencio,
): Promise<void> {
  await tx
    .insertInto('servicio_sri_empresa')
    .values({ empresa_id: empresaId, ambiente, servicio, abierto_hasta: silencio.hasta, callado_desde: silencio.desde })
    .onConflict((conflict) =>
      conflict
        .columns(['empresa_id', 'ambiente', 'servicio'])
        .doUpdateSet({ abierto_hasta: silencio.hasta, callado_desde: calladoDesde('servicio_sri_empresa', silencio) }),
    )
    .execute()
}

/** Notes that the service answers this company again. Answers whether a silence was on record. */
export async function takeBackSilencio(tx: Tx, empresaId: EmpresaId, ambiente: Ambiente, servicio: Servicio): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('servicio_sri_empresa')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('servicio', '=', servicio)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the work on a document, unless another lease holds it meanwhile. */
export async function rest(tx: Tx, { empresa_id: empresaId, documento_id: documentoId, cerco }: Reclamo): Promise<void> {
  await tx
    .updateTable('documento_envio')
    .set({ proximo_intento: null, arriendo_hasta: null })
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('cerco', '=', cerco)
    .execute()
}

/** Stores the difference between our clock and the SRI's. */
export async function saveDesfase(db: Db, ambiente: Ambiente, servicio: Servicio, segundos: number): Promise<void> {
  await db
    .updateTable('servicio_sri')
    .set({ desfase_segundos: segundos, desfase_en: sql<Date>`clock_timestamp()` })
    .where('ambiente', '=', ambiente)
    .where('servicio', '=', servicio)
    .execute()
}

/** Notes that a service is silent towards everybody. */
export async function tellSilencioToAll(db: Db, ambiente: Ambiente, servicio: Servicio, silencio: Silencio): Promise<void> {
  await db
    .updateTable('servicio_sri')
    .set({ abierto_hasta: silencio.hasta, callado_desde: calladoDesde('servicio_sri', silencio) })
    .where('ambiente', '=', ambiente)
    .where('servicio', '=', servicio)
    .execute()
}

/** Notes that the service answers again. Answers whether a silence towards everybody was on record. */
export async function takeBackSilencioOfAll(db: Db, ambiente: Ambiente, servicio: Servicio): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('servicio_sri')
    .set({ abierto_hasta: null, callado_desde: null })
    .where('ambiente', '=', ambiente)
    .where('servicio', '=', servicio)
    .where('abierto_hasta', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
