import { createHash } from 'node:crypto'
import type { AjusteDeclaracion, EstadoDeclaracion, Papel } from '@yupana/contract'
import {
  addDays,
  condicionAt,
  esExportacion,
  fechaIn,
  FILAS_103,
  FORMULARIO_104,
  FORMULARIO_LABEL,
  largest,
  nombrePeriodoFiscal,
  periodoFiscalAnterior,
  periodoFiscalDe,
  subtract,
  valorDe,
  vencimientoDelPeriodo,
  type CodigoFormulario,
  type Fecha,
  type Monto,
  type PeriodoFiscal,
  type Valores,
} from '@yupana/fiscal'
import { textoAts } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { readSumas, valores103, valores104, type Digitado, type Sumas } from './cifras-periodo.service.ts'
import { codigosSinFila } from './defecto.service.ts'
import { defectosDe } from './defectos.ts'
import { countSinFila, findDefectos, type Hallazgos } from './defectos.sql.ts'
import { compradaOf } from './comprada.service.ts'
import { findComprada } from './comprada.sql.ts'
import { findOtroLargo } from './condiciones.service.ts'
import * as sql from './declaracion.sql.ts'
import { findSinDatos, TODAS_CON_DATOS, type SinDatos } from './exportacion.sql.ts'
import { readVentas, type Ventas } from './sumas.sql.ts'
import { secciones103, secciones104, seccionesAts, type Cifras } from './papel-forma.ts'
import { valoresAts } from './talon-ats.ts'

/** The company that declares. */
export type Declarante = Pick<SesionAbierta, 'empresaId' | 'ambiente' | 'ruc' | 'razonSocial'>
export type Quien = Declarante & Pick<SesionAbierta, 'usuarioId'>

/** A computed working paper, before it is laid out. */
export interface PapelCalculado {
  guardada: sql.DeclaracionGuardada | undefined
  presentadas: sql.PresentadaGuardada[]
  sumas: Sumas
  valores: Valores
  ajustes: AjusteDeclaracion[]
  saldos: Papel['saldos']
  diferencias: Papel['diferencias']
  estado: EstadoDeclaracion
  defectos: Papel['defectos']
}

const SALDOS_VACIOS = { '615': 0, '617': 0, '618': 0, '619': 0, '485': 0 }

/**
 * The period before, and the one of the other length that ends on the same day: a company that changes to half-years has filed months
 * before.
 */
function anterioresDe({ desde, meses, ...periodo }: PeriodoFiscal): PeriodoFiscal[] {
  const ayer = addDays(desde, -1)
  const other = periodoFiscalDe(ayer, meses === 1 ? 6 : 1)
  return [periodoFiscalAnterior({ desde, meses, ...periodo }), ...(other.hasta === ayer ? [other] : [])]
}

async function filedBefore(tx: Tx, cual: sql.Cual) {
  const anteriores = anterioresDe(cual.periodo)
  for (const periodo of anteriores) {
    const before = await sql.findDeclaracion(tx, { ...cual, periodo })
    const [filed] = before ? await sql.listPresentadas(tx, cual.empresaId, before.id) : []
    if (filed) return { periodo: periodo.codigo, filed }
  }
  return { periodo: anteriores[0]!.codigo, filed: undefined }
}

/** Balances of the period before: as last filed, else as typed, else none yet. */
async function saldosDe(tx: Tx, cual: sql.Cual, guardada: sql.DeclaracionGuardada | undefined) {
  if (cual.formulario !== '104')
    return {
      saldos: { origen: 'NO_APLICA' as const, periodo: periodoFiscalAnterior(cual.periodo).codigo, valores: {} },
      anterior: {},
      ajenos: false,
    }
  const { periodo, filed } = await filedBefore(tx, cual)
  const typed = guardada?.saldos ?? null
  const shown = (valores: Valores): Valores => Object.fromEntries(Object.keys(SALDOS_VACIOS).map((one) => [one, valorDe(valores, one)]))
  if (filed) {
    const ajenos = typed !== null && Object.keys(SALDOS_VACIOS).some((one) => valorDe(typed, one) !== valorDe(filed.valores, one))
    return { saldos: { origen: 'ANTERIOR' as const, periodo, valores: shown(filed.valores) }, anterior: filed.valores, ajenos }
  }
  const origen = typed === null ? ('FALTA' as const) : ('DIGITADO' as const)
  return { saldos: { origen, periodo, valores: shown(typed ?? {}) }, anterior: typed ?? {}, ajenos: false }
}

export const ajustesDe = (ajustes: readonly AjusteDeclaracion[]): Valores =>
  Object.fromEntries(ajustes.map(({ casillero, monto }) => [casillero, monto]))

/** The boxes of a form from the sums of its documents. */
export function valoresDe(formulario: CodigoFormulario, sumas: Sumas, hasta: Fecha, digitado: Digitado): Valores {
  if (formulario === '104') return valores104(sumas, hasta, digitado)
  return formulario === '103' ? valores103(sumas, hasta, digitado.ajustes) : valoresAts(sumas)
}

const diferenciasDe = (filed: sql.PresentadaGuardada | undefined, valores: Valores): Papel['diferencias'] =>
  filed === undefined
    ? []
    : [...new Set([...Object.keys(filed.valores), ...Object.keys(valores)])]
        .toSorted()
        .map((codigo) => ({ codigo, declarado: valorDe(filed.valores, codigo), ahora: valorDe(valores, codigo) }))
        .filter(({ declarado, ahora }) => declarado !== ahora)

function estadoDe(isFiled: boolean, diferencias: number, defectos: number, isOver: boolean): EstadoDeclaracion {
  if (isFiled) return diferencias > 0 ? 'CON_DIFERENCIAS' : 'DECLARADA'
  if (!isOver) return 'EN_PREPARACION'
  return defectos > 0 ? 'CON_DEFECTOS' : 'LISTA'
}

/** Sums and defects of a period's documents: the same for each of its forms. */
export interface DelPeriodo {
  sumas: Sumas
  hallazgos: Hallazgos
  sinDatos: SinDatos
}

/** `kept`: its sales, when they were read before. */
export async function readPeriodo(
  tx: Tx,
  { empresaId, ambiente, periodo: { desde, hasta } }: Omit<sql.Cual, 'formulario'>,
  kept?: Ventas,
): Promise<DelPeriodo> {
  const ambito = { empresaId, ambiente, desde, hasta }
  const ventas = kept ?? (await readVentas(tx, ambito))
  return {
    sumas: await readSumas(tx, ambito, ventas),
    hallazgos: await findDefectos(tx, ambito, ventas),
    // Only exporters are asked.
    sinDatos: ventas.grupos.some(({ marca }) => esExportacion(marca)) ? await findSinDatos(tx, ambito) : TODAS_CON_DATOS,
  }
}

/** Computes a form from the rows of the database. */
export async function calcularPapel(tx: Tx, quien: Declarante, cual: sql.Cual, hoy: Fecha): Promise<PapelCalculado> {
  return calcularDe(tx, quien, cual, hoy, await readPeriodo(tx, cual))
}

/** As `calcularPapel`, with the period already read. */
export async function calcularDe(
  tx: Tx,
  quien: Declarante,
  cual: sql.Cual,
  hoy: Fecha,
  { sumas, hallazgos, sinDatos }: DelPeriodo,
): Promise<PapelCalculado> {
  const { empresaId, formulario, periodo } = cual
  const { desde, hasta } = periodo
  const guardada = await sql.findDeclaracion(tx, cual)
  const presentadas = guardada ? await sql.listPresentadas(tx, empresaId, guardada.id) : []
  const { saldos, anterior, ajenos } = await saldosDe(tx, cual, guardada)
  const ajustes = guardada?.ajustes ?? []
  const valores = valoresDe(formulario, sumas, hasta, { anterior, ajustes: ajustesDe(ajustes), difiere: guardada?.difiere ?? false })
  const codigos = formulario === '103' ? codigosSinFila(sumas.retenciones, hasta) : []
  const defectos = defectosDe({
    formulario,
    periodo: periodo.codigo,
    desde,
    hasta,
    hallazgos,
    faltanSaldos: saldos.origen === 'FALTA',
    saldosAjenos: ajenos ? saldos.periodo : undefined,
    sinFila: { codigos, cuantos: await countSinFila(tx, { ...cual, ...periodo }, codigos) },
    semestralConIva: formulario === '104' && periodo.meses === 6 ? await ivaSinRetener(tx, cual, valores) : 0,
    otroLargo: presentadas.length > 0 ? undefined : await findOtroLargo(tx, cual),
    nombreCorto: textoAts(quien.razonSocial).length < 5,
    sinDatos,
  })
  const diferencias = diferenciasDe(presentadas[0], valores)
  const estado = estadoDe(presentadas.length > 0, diferencias.length, defectos.length, hasta < hoy)
  return { guardada, presentadas, sumas, valores, ajustes, saldos, diferencias, estado, defectos }
}

/** IVA without withholding of a company that declares by half-years for having none; 0 for RIMPE, which always does. */
async function ivaSinRetener(tx: Tx, { empresaId, periodo: { hasta } }: sql.Cual, valores: Valores): Promise<Monto> {
  const { condiciones } = await readCondiciones(tx, empresaId)
  if (condicionAt(condiciones, 'REGIMEN', hasta)?.valor === 'RIMPE' || !condicionAt(condiciones, 'IVA_SEMESTRAL', hasta)) return 0
  return largest(0, subtract(valorDe(valores, '482'), valorDe(valores, '609')))
}

/** SHA-256 of figures and typed values: the filed paper is the one that was seen. */
export function huellaDe({ formulario, periodo }: sql.Cual, { valores, ajustes, saldos }: PapelCalculado): Buffer {
  const sorted = (one: Valores) => Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const content = { formulario, periodo: periodo.codigo, valores: sorted(valores), ajustes, saldos: sorted(saldos.valores) }
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

export const seccionesDe = (formulario: CodigoFormulario, cifras: Cifras, hasta: Fecha): Papel['secciones'] => {
  if (formulario === '104') return secciones104(cifras)
  return formulario === '103' ? secciones103(cifras, hasta) : seccionesAts(cifras)
}

export const FUENTE: Readonly<Record<CodigoFormulario, string>> = {
  '104': FORMULARIO_104.source,
  '103': FILAS_103[0]?.source ?? '',
  ATS: 'Ficha técnica ATS del SRI, febrero de 2025',
}

export const aPagarDe = (formulario: CodigoFormulario, valores: Valores): Monto | null =>
  formulario === 'ATS' ? null : valorDe(valores, '902')

/** A working paper as the page shows it. */
export async function readPapel(tx: Tx, quien: Declarante, cual: sql.Cual, ahora: Date): Promise<Papel> {
  const { formulario, periodo } = cual
  const calculado = await calcularPapel(tx, quien, cual, fechaIn(ahora))
  const { guardada, presentadas, valores, ajustes } = calculado
  const nombres = await readVendedores(tx)
  const { condiciones } = await readCondiciones(tx, quien.empresaId)
  const comprada = await findComprada(tx, quien.empresaId, cual)
  const cerrados = await sql.readMesesCerrados(tx, cual)
  return {
    formulario,
    periodo: periodo.codigo,
    nombre: nombrePeriodoFiscal(periodo),
    titulo: FORMULARIO_LABEL[formulario],
    desde: periodo.desde,
    hasta: periodo.hasta,
    vence: vencimientoDelPeriodo(formulario, periodo, quien.ruc, condiciones),
    fuente: FUENTE[formulario],
    estado: calculado.estado,
    version: guardada?.version ?? 0,
    huella: huellaDe(cual, calculado).toString('hex'),
    difiere: guardada?.difiere ?? false,
    cerrado: cerrados.length === periodo.meses,
    meses_cerrados: cerrados,
    secciones: seccionesDe(
      formulario,
      { valores, ajustes: ajustesDe(ajustes), declarado: presentadas[0]?.valores, saldos: calculado.saldos },
      periodo.hasta,
    ),
    ajustes,
    saldos: calculado.saldos,
    defectos: calculado.defectos,
    presentadas: presentadas.map(({ n, declarada_en, usuario_id, sha256, valores: filed, numero_sri, fecha_sri, con_ats }) => ({
      n,
      declarada_en,
      usuario: nombres.get(usuario_id) ?? '',
      sha256: sha256.toString('hex'),
      a_pagar: aPagarDe(formulario, filed),
      numero_sri,
      fecha_sri,
      con_ats,
    })),
    diferencias: calculado.diferencias,
    comprada: comprada ? compradaOf(comprada) : null,
  }
}
