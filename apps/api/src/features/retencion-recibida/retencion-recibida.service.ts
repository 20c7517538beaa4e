import { randomUUID } from 'node:crypto'
import type { RetencionRecibida, RetencionRecibidaForm } from '@yupana/contract'
import {
  admitsPorcentaje,
  checkIdentificacion,
  COD_DOC,
  displayFecha,
  displayMonto,
  displayPorcentajes,
  fechaIn,
  fitsDecimals,
  IMPUESTO_RETENIDO,
  percentOf,
  readClaveAcceso,
  receptorKey,
  retencionAt,
  sum,
  TIPO_IDENTIFICACION,
  type Fecha,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { applyAbono, reverseCartera, type AbonoParte } from '../cartera/cartera.door.ts'
import { requireMesAbierto, shown } from '../comprobante/armado/armado.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { altaContada, ensurePersona } from '../persona/persona.door.ts'
import * as sql from './retencion-recibida.sql.ts'

type Clocked = Pick<Deps, 'clock'>
type Contado = Pick<Deps, 'clock' | 'config'>
type Libro = Pick<SesionAbierta, 'empresaId' | 'ambiente'>
const { RENTA, IVA, ISD } = IMPUESTO_RETENIDO

/** @throws 404 */
export async function read(tx: Tx, empresaId: EmpresaId, id: string): Promise<RetencionRecibida> {
  const row = await sql.readRetencion(tx, { empresaId, id })
  if (!row) throw errors.notFound()
  const { ambiente, entrada: form, ...fila } = row
  const ventas = await ventasOf(tx, { empresaId, ambiente }, form)
  return { ...fila, form, diferencias: shown(diferenciasOf(form, ventas)) }
}

/** The problems of a voucher by itself. */
function problemsOf(form: RetencionRecibidaForm, hoy: Fecha, { ambiente }: Pick<Libro, 'ambiente'>): Problem[] {
  const problems: Problem[] = []
  const { agente, fecha_emision: fecha, autorizacion, numero, periodo, lineas } = form
  const add = (campo: string, message: string) => void problems.push({ campo, message })
  const { valid, problem } = checkIdentificacion(agente.tipo_identificacion, agente.identificacion)
  if (agente.tipo_identificacion !== TIPO_IDENTIFICACION.RUC) add('agente.identificacion', 'Quien retiene tiene RUC.')
  else if (!valid) add('agente.identificacion', problem ?? 'Identificación no válida.')
  if (fecha > hoy) add('fecha_emision', 'La fecha de la retención no puede ser futura.')
  if (periodo !== undefined && periodoOf(form) > fecha) add('periodo', 'El período no puede ser posterior a la retención.')
  if (autorizacion.length === 49) {
    const clave = readClaveAcceso(autorizacion)
    if (!clave) add('autorizacion', 'La clave de acceso no es válida: revise sus 49 dígitos.')
    else if (
      clave.codDoc !== COD_DOC.RETENCION ||
      clave.ruc !== agente.identificacion ||
      `${clave.estab}-${clave.ptoEmi}-${clave.secuencial}` !== numero ||
      clave.fechaEmision !== fecha
    )
      add('autorizacion', 'La clave de acceso es de otro comprobante: revise el agente, el número y la fecha.')
    else if (ambiente === 'PRODUCCION' && clave.ambiente !== '2')
      add('autorizacion', 'Es un comprobante de pruebas: no tiene validez tributaria.')
  }
  lineas.forEach(({ base, valor, fecha: venta }, at) => {
    for (const [campo, monto] of Object.entries({ base, valor }))
      if (!fitsDecimals(monto)) add(`lineas.${at}.${campo}`, 'El valor lleva máximo dos decimales.')
    if (valor > base) add(`lineas.${at}.valor`, 'Lo retenido no puede ser mayor que la base.')
    if (venta !== undefined && venta > fecha) add(`lineas.${at}.fecha`, 'El comprobante no puede ser posterior a la retención.')
  })
  return problems
}

/** First day of the month of its declaration. */
const periodoOf = ({ periodo, fecha_emision: fecha }: RetencionRecibidaForm): Fecha =>
  periodo === undefined ? `${fecha.slice(0, 8)}01` : `${periodo.slice(3)}-${periodo.slice(0, 2)}-01`

const ventasOf = (tx: Tx, libro: Libro, { agente, lineas }: RetencionRecibidaForm): Promise<sql.Venta[]> => {
  const pedidas = lineas.flatMap(({ cod_doc, numero }) => (numero === undefined ? [] : [{ cod_doc, numero }]))
  const unique = new Map(pedidas.map((one) => [`${one.cod_doc}|${one.numero}`, one]))
  return sql.findVentas(tx, libro, receptorKey(agente.tipo_identificacion, agente.identificacion), [...unique.values()])
}

const ventaOf = (ventas: readonly sql.Venta[], { cod_doc, numero }: RetencionRecibidaForm['lineas'][number]) =>
  ventas.find((venta) => venta.tipo === cod_doc && venta.numero === numero)

/** Differences from the amounts by law and by our documents. */
function diferenciasOf(form: RetencionRecibidaForm, ventas: readonly sql.Venta[]): Problem[] {
  const found: Problem[] = []
  form.lineas.forEach((linea, at) => {
    const { codigo, impuesto, base, porcentaje, valor, numero } = linea
    const add = (campo: string, message: string) => void found.push({ campo: `lineas.${at}.${campo}`, message })
    const expected = percentOf(base, porcentaje)
    if (expected !== valor) add('valor', `La base por el porcentaje da ${displayMonto(expected)} y retiene ${displayMonto(valor)}.`)
    const tarifa = retencionAt(codigo, form.fecha_emision)
    if (!tarifa || tarifa.impuesto !== impuesto) add('codigo', `El código ${codigo} no consta en la tabla de ese impuesto en su fecha.`)
    else if (!admitsPorcentaje(tarifa, porcentaje))
      add('porcentaje', `La tabla dice ${displayPorcentajes(tarifa)} para el código ${codigo}.`)
    const venta = ventaOf(ventas, linea)
    if (numero === undefined) add('numero', 'No dice de qué comprobante.')
    else if (!venta) add('numero', `El comprobante ${numero} no está entre los suyos.`)
    else if (!venta.es_suya) add('numero', `El comprobante ${numero} es de otro cliente.`)
    else if (impuesto === RENTA && base > venta.subtotal)
      add('base', `La base supera el subtotal del comprobante, ${displayMonto(venta.subtotal)}.`)
    else if (impuesto === IVA && base > venta.iva) add('base', `La base supera el IVA del comprobante, ${displayMonto(venta.iva)}.`)
  })
  return found
}

/** The part of a client's debt that his withholding reduces: of a sale of ours, or of a balance brought in under its number. */
const parteOf = (
  { cod_doc: tipo, numero, valor }: RetencionRecibidaForm['lineas'][number],
  venta: string | null,
  terceroClave: string,
): AbonoParte[] =>
  numero === undefined ? [] : [{ valor, origenId: venta ?? undefined, comoNumerado: { sentido: 'COBRAR', terceroClave, tipo, numero } }]

/** Registers a voucher, once for each key. */
export async function create(
  deps: Contado,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  form: RetencionRecibidaForm,
): Promise<RetencionRecibida> {
  const { empresaId, usuarioId } = session
  const id = randomUUID()
  const en = deps.clock.now()
  const accion = 'retencion_recibida.crear'
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion, contenido: form, recursoId: id, en })
  return used === undefined ? register(deps, tx, session, { id, en }, form) : read(tx, empresaId, used)
}

/** As `create`, for a voucher known to be new. @throws 422, 429 */
export async function register(
  deps: Contado,
  tx: Tx,
  session: SesionAbierta,
  { id, en }: { id: string; en: Date },
  form: RetencionRecibidaForm,
): Promise<RetencionRecibida> {
  const { empresaId, usuarioId, ambiente } = session
  const libro = { empresaId, ambiente }
  const problems = problemsOf(form, fechaIn(en), libro)
  if (problems.length > 0) throw errors.invalid(problems)
  const periodo = periodoOf(form)
  await requireMesAbierto(tx, libro, periodo, form.periodo === undefined ? 'fecha_emision' : 'periodo')
  const { agente, numero, autorizacion, lineas } = form
  const terceroClave = receptorKey(agente.tipo_identificacion, agente.identificacion)
  // The person is locked before the number, as in every document.
  const personaId = await ensurePersona(tx, empresaId, agente, en, 'cliente', altaContada(deps, tx, session, agente))
  await sql.lockNumero(tx, libro, `${terceroClave}|${numero}`)
  const repetida = await sql.findRegistrada(tx, libro, { agente_clave: terceroClave, numero, autorizacion })
  if (repetida)
    throw errors.field(
      'TAKEN',
      'numero',
      `Ya está registrada: ${repetida.numero} del ${displayFecha(repetida.fecha_emision)}. No se registra dos veces.`,
    )
  const totalOf = (impuesto: string) => sum(lineas.filter((one) => one.impuesto === impuesto).map(({ valor }) => valor))
  const [renta, iva, isd] = [totalOf(RENTA), totalOf(IVA), totalOf(ISD)]
  const ventas = await ventasOf(tx, libro, form)
  const valores: sql.RetencionRecibidaValores = {
    ambiente,
    numero,
    autorizacion,
    fecha_emision: form.fecha_emision,
    periodo,
    persona_id: personaId,
    agente_tipo: agente.tipo_identificacion,
    agente_identificacion: agente.identificacion,
    agente_nombre: agente.razon_social,
    agente_clave: terceroClave,
    renta,
    iva,
    isd,
    total: sum([renta, iva, isd]),
    entrada: form,
  }
  const documentos = lineas.map((linea) => ventaOf(ventas, linea)?.id ?? null)
  await sql.insertRetencion(tx, { empresaId, id, usuarioId, en }, valores, documentos)
  const suceso = { empresaId, ambiente, id, suceso: 'REGISTRO', usuarioId, en }
  await applyAbono(tx, suceso, {
    concepto: 'RETENCION',
    referencia: numero,
    fecha: form.fecha_emision,
    // The debt of another person stays: the difference is a warning.
    partes: lineas.flatMap((linea) => {
      const venta = ventaOf(ventas, linea)
      return venta && !venta.es_suya ? [] : parteOf(linea, venta?.id ?? null, terceroClave)
    }),
  })
  const words = wordsOfRow(String(Number(numero.slice(8))), agente.identificacion, numero, agente.razon_social)
  await saveWords(tx, { empresaId, tipo: 'retencion_recibida', id }, words)
  const detalle = { numero, agente: agente.razon_social, total: valores.total }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'retencion_recibida.crear', objeto: id, detalle })
  return read(tx, empresaId, id)
}

/** @throws 404, 422 when its month is closed */
export async function remove(deps: Clocked, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const row = await sql.readRetencion(tx, { empresaId, id })
  if (!row) throw errors.notFound()
  await requireMesAbierto(tx, { empresaId, ambiente: row.ambiente }, row.periodo, 'periodo')
  // A deletion at the same instant waits here, and then finds no row.
  if (!(await sql.deleteRetencion(tx, { empresaId, id }))) throw errors.notFound()
  await reverseCartera(tx, { empresaId, id, usuarioId, en: deps.clock.now() })
  await removeWords(tx, { empresaId, tipo: 'retencion_recibida', ids: [id] })
  const en = deps.clock.now()
  const detalle = { numero: row.numero, agente: row.agente_nombre, total: row.total }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'retencion_recibida.eliminar', objeto: id, detalle })
}
