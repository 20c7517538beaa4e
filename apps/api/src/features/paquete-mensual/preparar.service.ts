import { MAX_MB_PAQUETE, type DefectoDeclaracion, type Papel } from '@yupana/contract'
import {
  addDays,
  addMonths,
  displayFecha,
  displayMonto,
  fechaIn,
  FORMULARIOS,
  mesesDeDeclaracion,
  parsePeriodoFiscal,
  periodoFiscalDe,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { csvHead, csvLine } from '../../http/csv.ts'
import { zipOf } from '../../http/zip-stream.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { cartaDeEmpresa, type Carta } from '../carta/carta.door.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'
import { papel, papelImpreso, xlsxPapel, zipAts, type Declarante } from '../declaracion/declaracion.door.ts'
import { archivosDe } from '../reporte/reporte.door.ts'
import { Adjuntos } from './adjuntos.ts'
import { mesText } from './paquete-mensual.service.ts'
import * as sql from './paquete-mensual.sql.ts'

/** Time limit for the ZIP of documents: beyond it, the user downloads the ZIP in the application. */
const PLAZO_ZIP_MS = 240_000

export interface PaqueteListo {
  carta: Omit<Carta, 'para'>
  adjuntos: Adjuntos['puestos']
  aparte: string[]
}

type Quien = Declarante & { nombreComercial: string | null }

interface Mes {
  quien: Quien
  desde: Fecha
  hasta: Fecha
  /** The drafts of each form, for the period with this month. */
  papeles: Papel[]
}

async function readMes(deps: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<Mes> {
  const { mes, ambiente } = await sql.readEnvio(tx, empresaId, id)
  const quien = { ...(await sql.readEmpresa(tx, empresaId)), empresaId, ambiente }
  const { condiciones } = await readCondiciones(tx, empresaId)
  const papeles: Papel[] = []
  for (const formulario of FORMULARIOS) {
    const { codigo: periodo } = periodoFiscalDe(mes, mesesDeDeclaracion(formulario, condiciones, mes))
    papeles.push(await papel(deps, tx, quien, { formulario, periodo }))
  }
  return { quien, desde: mes, hasta: addDays(addMonths(mes, 1), -1), papeles }
}

interface Defecto extends DefectoDeclaracion {
  /** «104, ATS»: the forms with this defect. */
  formularios: string
}

/** Findings of the cross-checks, each once for all its forms, the blocking ones first. */
export function defectosDe(papeles: readonly Papel[]): Defecto[] {
  const found = new Map<string, Defecto>()
  for (const { formulario, defectos } of papeles)
    for (const defecto of defectos) {
      const same = found.get(`${defecto.codigo} ${defecto.texto}`)
      if (same) same.formularios += `, ${formulario}`
      else found.set(`${defecto.codigo} ${defecto.texto}`, { ...defecto, formularios: formulario })
    }
  return [...found.values()].toSorted((a, b) => Number(b.gravedad === 'BLOQUEA') - Number(a.gravedad === 'BLOQUEA'))
}

const GRAVEDAD = { BLOQUEA: 'Impide declarar', AVISA: 'Por revisar' } as const

function* csvDefectos(defectos: readonly Defecto[], base: string): Generator<string> {
  yield csvHead(['Formularios', 'Gravedad', 'Defecto', 'Cuántos', 'Dónde se corrige'])
  for (const { formularios, gravedad, texto, cuantos, enlace } of defectos)
    yield csvLine([formularios, GRAVEDAD[gravedad], texto, String(cuantos), enlace === null ? '' : `${base}/#${enlace}`])
}

/** Drafts and defects first: they are small. */
async function addPapeles(deps: Deps, adjuntos: Adjuntos, { quien, papeles }: Mes, defectos: readonly Defecto[]): Promise<void> {
  for (const one of papeles) {
    const { formulario, periodo } = one
    if (formulario === 'ATS') {
      const { nombre, zip } = await zipAts(deps.db, quien, { periodo: parsePeriodoFiscal(periodo)!, electronicas: false })
      await adjuntos.add(nombre, zip)
      continue
    }
    const impreso = papelImpreso(one, quien, fechaIn(deps.clock.now()))
    await adjuntos.add(`formulario-${formulario}-${periodo}.pdf`, [
      await deps.imprenta.informe(quien.empresaId, impreso, { producto: PRODUCTO }),
    ])
    await adjuntos.add(`formulario-${formulario}-${periodo}.xlsx`, xlsxPapel(one))
  }
  if (defectos.length > 0) await adjuntos.add('defectos.csv', csvDefectos(defectos, deps.config.urlPublica))
}

/** Number of documents in the ZIP; none when the month has more than one ZIP holds. */
async function addComprobantes(deps: Deps, adjuntos: Adjuntos, { quien, desde, hasta }: Mes) {
  const nombre = `comprobantes-${desde.slice(0, 7)}.zip`
  try {
    const { archivos, emitidos, recibidos } = await archivosDe(deps, quien, { desde, hasta })
    if (emitidos + recibidos > 0) await adjuntos.add(nombre, zipOf(archivos), performance.now() + PLAZO_ZIP_MS)
    return { emitidos, recibidos }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'REPORTE_LARGO')) throw error
    adjuntos.leave(nombre)
    return undefined
  }
}

const casillaOf = ({ secciones }: Papel, codigo: string): Monto =>
  secciones.flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas)).find((one) => one?.codigo === codigo)?.valor ?? 0

function hechoOf(one: Papel): readonly [string, string] {
  const { formulario, nombre, vence, presentadas } = one
  const when = presentadas.length > 0 ? 'Ya registrado como declarado' : `Vence el ${displayFecha(vence)}`
  const pagar = formulario === 'ATS' ? '' : `, a pagar ${displayMonto(casillaOf(one, '902'))}`
  return [`${formulario === 'ATS' ? 'ATS' : `Formulario ${formulario}`}, ${nombre.toLowerCase()}`, `${when}${pagar}`]
}

const lista = (lines: readonly string[]) => lines.map((line) => `– ${line}`).join('\n')
const several = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

interface Escrito {
  adjuntos: Adjuntos
  defectos: readonly Defecto[]
  cuantos: { emitidos: number; recibidos: number } | undefined
}

const cuantosText = (mes: string, { emitidos, recibidos }: NonNullable<Escrito['cuantos']>): string =>
  emitidos + recibidos === 0
    ? `En ${mes} no hay comprobantes autorizados ni recibidos.`
    : `Tiene ${several(emitidos, 'comprobante autorizado', 'comprobantes autorizados')} y ${several(recibidos, 'recibido', 'recibidos')}.`

function cuerpoOf({ quien, desde }: Mes, { adjuntos, defectos, cuantos }: Escrito): string {
  const mes = mesText(desde)
  const partes = [
    `${quien.nombreComercial ?? quien.razonSocial} (RUC ${quien.ruc}) le envía su paquete mensual de ${mes}.`,
    quien.ambiente === 'PRODUCCION' ? '' : 'Sus comprobantes son de prueba: no tienen validez tributaria.',
    cuantos ? cuantosText(mes, cuantos) : '',
    adjuntos.puestos.length > 0 ? `Van adjuntos:\n${lista(adjuntos.puestos.map(({ filename }) => filename))}` : '',
    adjuntos.aparte.length > 0
      ? `No van adjuntos, porque el correo pasaría de ${MAX_MB_PAQUETE} MB o son demasiados para un correo:\n${lista(adjuntos.aparte)}\nDescárguelos en la aplicación, en Reportes y en Declaraciones.`
      : '',
    defectos.length > 0
      ? `Por revisar antes de declarar:\n${lista(defectos.map(({ formularios, texto }) => `${formularios}: ${texto}`))}`
      : 'No se encontraron defectos.',
  ]
  return partes.filter(Boolean).join('\n\n')
}

/** Makes the letter and the files of a package from the present state of its month. @throws 429 or 503 when it cannot be printed now */
export async function prepararPaquete(deps: Deps, empresaId: EmpresaId, id: string, bytes?: number): Promise<PaqueteListo> {
  const mes = await inEmpresa(deps.db, empresaId, (tx) => readMes(deps, tx, empresaId, id))
  const { quien, desde, hasta, papeles } = mes
  const adjuntos = new Adjuntos(bytes)
  const defectos = defectosDe(papeles)
  await addPapeles(deps, adjuntos, mes, defectos)
  const cuantos = await addComprobantes(deps, adjuntos, mes)
  const { urlPublica } = deps.config
  const carta = await inEmpresa(deps.db, empresaId, (tx) =>
    cartaDeEmpresa(tx, quien, {
      asunto: `Paquete mensual de ${mesText(desde)} de ${quien.nombreComercial ?? quien.razonSocial}`,
      cuerpo: cuerpoOf(mes, { adjuntos, defectos, cuantos }),
      hechos: papeles.map(hechoOf),
      enlace:
        adjuntos.aparte.length > 0
          ? { texto: 'Descargar los comprobantes', url: `${urlPublica}/#/reportes?desde=${desde}&hasta=${hasta}` }
          : { texto: 'Abrir las declaraciones', url: `${urlPublica}/#/declaraciones` },
      nota: 'Los formularios son borradores con lo que consta hasta hoy: revíselos antes de declarar.',
    }),
  )
  return { carta, adjuntos: adjuntos.puestos, aparte: adjuntos.aparte }
}
