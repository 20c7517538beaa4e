/** Everything that is due, with its last day: one calendar for the home page, the list, the calendar file and the board of companies. */
import { plazoAnulacion } from '../documento/anulacion.ts'
import { condicionAt, type CondicionTributaria } from '../identificacion/condicion.ts'
import { addDiasHabiles } from '../norma/dias-habiles.ts'
import type { Confianza } from '../norma/vigencia.ts'
import { pagaPorTabla, regimenRentaOf } from '../renta/renta-anual.ts'
import { addDays, addMonths, firstOfMonth, type Fecha } from '../valor/fecha.ts'
import { dePeriodoFiscal, periodoFiscalDe, type PeriodoFiscal } from './periodo-fiscal.ts'
import { TIPOS_OBLIGACION, type TipoObligacion } from './tipo-obligacion.ts'
import { FORMULARIOS, FORMULARIO_LABEL, vencimientoDe, vencimientoEn, type CodigoFormulario } from './vencimiento.ts'

export interface Obligacion {
  /** Stable id of the entry in a calendar. */
  id: string
  tipo: TipoObligacion
  /** First day on which it can be done; absent when any day will do. */
  desde?: Fecha
  vence: Fecha
  texto: string
  /** Reason for the last day. */
  detalle: string
  /** Address of the screen where it is done. */
  enlace: string
  confidence: Confianza
}

export interface SituacionTributaria {
  hoy: Fecha
  ruc: string
  condiciones: readonly CondicionTributaria[]
  /** Day of the first document; null for a company without documents. */
  desde: Fecha | null
  /** Filed forms, by period. */
  presentados: readonly { formulario: CodigoFormulario; desde: Fecha; meses: 1 | 6 }[]
  /** First days of the months in which the company withheld. */
  mesesConRetencion: readonly Fecha[]
  /** Last day of the certificate in use. */
  firmaHasta: Fecha | null
  /** Purchases without a withholding, by issue date. */
  porRetener: readonly { fecha: Fecha; documentos: number }[]
  /** Requests to void that the receiver has to accept. */
  porAceptar: readonly { id: string; numero: string; pedida: Fecha; dias: number }[]
  /** Requests to void that have not been made in the portal. */
  porAnular: readonly { id: string; numero: string; hasta: Fecha }[]
}

/** Working days to hand over the voucher of a withholding. */
export const RETENCION_DIAS = 5
/** Older obligations are no longer shown. */
const MESES_ATRAS = 12
/** A purchase without withholding may need none, so it is shown only while a voucher is still useful. */
const RETENCION_DIAS_TARDE = 10

/**
 * Half-yearly periods: RIMPE emprendedores, and form 104 of companies that sell only at 0 % or have all of their IVA withheld. Form 103 is
 * always monthly, and so is the ATS outside RIMPE: a half-yearly ATS declares a microempresa.
 */
export function mesesDeDeclaracion(formulario: CodigoFormulario, condiciones: readonly CondicionTributaria[], fecha: Fecha): 1 | 6 {
  if (formulario === '103') return 1
  if (condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'RIMPE') return 6
  return formulario === '104' && condicionAt(condiciones, 'IVA_SEMESTRAL', fecha) ? 6 : 1
}

const isEspecial = (condiciones: readonly CondicionTributaria[], fecha: Fecha) =>
  condicionAt(condiciones, 'CONTRIBUYENTE_ESPECIAL', fecha) !== undefined
const isAgente = (condiciones: readonly CondicionTributaria[], fecha: Fecha) =>
  condicionAt(condiciones, 'AGENTE_RETENCION', fecha) !== undefined || isEspecial(condiciones, fecha)
const regimenAt = (condiciones: readonly CondicionTributaria[], fecha: Fecha) => condicionAt(condiciones, 'REGIMEN', fecha)?.valor

/** Last day to file a form of that company. */
export const vencimientoDelPeriodo = (
  formulario: CodigoFormulario,
  periodo: PeriodoFiscal,
  ruc: string,
  condiciones: readonly CondicionTributaria[],
): Fecha => vencimientoDe(formulario, periodo, { ruc, especial: isEspecial(condiciones, periodo.hasta) })

/** Negocios populares file no IVA and no ATS; form 103 is for companies that withhold. */
function isObliged(formulario: CodigoFormulario, { desde, hasta }: PeriodoFiscal, situacion: SituacionTributaria): boolean {
  const { condiciones, mesesConRetencion } = situacion
  if (formulario !== '103') return regimenAt(condiciones, hasta) !== 'NEGOCIO_POPULAR'
  return isAgente(condiciones, hasta) || mesesConRetencion.includes(desde)
}

function formulariosOf(situacion: SituacionTributaria, fin: Fecha): Obligacion[] {
  const { hoy, ruc, condiciones, presentados } = situacion
  const oldest = addMonths(firstOfMonth(hoy), -MESES_ATRAS)
  const begun = firstOfMonth(situacion.desde ?? hoy)
  const filed = new Set(presentados.map(({ formulario, desde, meses }) => `${formulario}-${periodoFiscalDe(desde, meses).codigo}`))
  const found = new Map<string, Obligacion>()
  for (let mes = begun > oldest ? begun : oldest; mes <= fin; mes = addMonths(mes, 1))
    for (const formulario of FORMULARIOS) {
      const periodo = periodoFiscalDe(mes, mesesDeDeclaracion(formulario, condiciones, mes))
      const vence = vencimientoDelPeriodo(formulario, periodo, ruc, condiciones)
      const id = `${formulario}-${periodo.codigo}`
      if (vence > fin || filed.has(id) || !isObliged(formulario, periodo, situacion)) continue
      found.set(id, {
        id,
        tipo: formulario,
        desde: addDays(periodo.hasta, 1),
        vence,
        texto: `${FORMULARIO_LABEL[formulario]} ${dePeriodoFiscal(periodo)}`,
        detalle: `Por el noveno dígito del RUC, ${ruc.charAt(8)}`,
        enlace: `/declaraciones?formulario=${formulario}&periodo=${periodo.codigo}`,
        confidence: 'V',
      })
    }
  return [...found.values()]
}

/** Natural persons have a third digit below 6. */
const isNatural = (ruc: string) => ruc.charAt(2) < '6'

const MES_RENTA = { NATURAL: '03', SOCIEDAD: '04', RIMPE_NATURAL: '05' } as const

/** Yearly returns, shown until their last day: they are filed outside, so a late one is not known. */
function anualesOf({ hoy, ruc, condiciones, desde }: SituacionTributaria, fin: Fecha): Obligacion[] {
  const anios = [Number(hoy.slice(0, 4)) - 1, Number(hoy.slice(0, 4))].filter((anio) => desde !== null && Number(desde.slice(0, 4)) <= anio)
  return anios
    .flatMap((anio): Obligacion[] => {
      const isRimpe = (regimenAt(condiciones, `${anio}-12-31`) ?? 'GENERAL') !== 'GENERAL'
      const mes = !isNatural(ruc) ? MES_RENTA.SOCIEDAD : isRimpe ? MES_RENTA.RIMPE_NATURAL : MES_RENTA.NATURAL
      const renta: Obligacion = {
        id: `RENTA-${anio}`,
        tipo: 'RENTA',
        vence: vencimientoEn(`${anio + 1}-${mes}-01`, { ruc }),
        texto: `Impuesto a la renta de ${anio}${isRimpe ? ' (RIMPE)' : ''}`,
        detalle: `Por el noveno dígito del RUC, ${ruc.charAt(8)}. Se presenta en la página del SRI`,
        enlace: pagaPorTabla(ruc, regimenRentaOf(regimenAt(condiciones, `${anio}-12-31`))) ? `/declaraciones?anio=${anio}` : '/reportes',
        confidence: isRimpe ? 'M' : 'V',
      }
      const anexo: Obligacion = {
        id: `ANEXO_GASTOS-${anio}`,
        tipo: 'ANEXO_GASTOS',
        vence: vencimientoEn(`${anio + 1}-02-01`, { ruc }),
        texto: `Anexo de gastos personales de ${anio}`,
        detalle: 'De quien toma la rebaja por gastos personales',
        enlace: '/gastos_personales',
        confidence: 'V',
      }
      return isNatural(ruc) && !isRimpe ? [renta, anexo] : [renta]
    })
    .filter(({ vence }) => vence >= hoy && vence <= fin)
}

const howMany = (n: number, one: string, several: string) => (n === 1 ? `una ${one}` : `${n} ${several}`)

function retencionesOf({ hoy, condiciones, porRetener }: SituacionTributaria, fin: Fecha): Obligacion[] {
  const days = porRetener
    .filter(({ fecha }) => isAgente(condiciones, fecha))
    .map(({ fecha, documentos }) => ({ fecha, documentos, vence: addDiasHabiles(fecha, RETENCION_DIAS) }))
  return days
    .filter(({ vence }) => vence >= addDays(hoy, -RETENCION_DIAS_TARDE) && vence <= fin)
    .map(({ fecha, documentos, vence }) => ({
      id: `RETENCION-${fecha}`,
      tipo: 'RETENCION' as const,
      vence,
      texto: `Retención de ${howMany(documentos, 'compra', 'compras')}, si corresponde`,
      detalle: `El comprobante se entrega en ${RETENCION_DIAS} días hábiles desde que se recibe la factura`,
      enlace: `/comprobante/compras?por_retener=${fecha}&sort=fecha_emision,ASC`,
      confidence: 'V' as const,
    }))
}

function anulacionesOf({ hoy, desde, porAnular, porAceptar }: SituacionTributaria, fin: Fecha): Obligacion[] {
  const meses = [addMonths(firstOfMonth(hoy), -1), firstOfMonth(hoy)].filter((mes) => desde !== null && desde < addMonths(mes, 1))
  const ultimos = meses.map((mes): Obligacion => {
    const periodo = periodoFiscalDe(mes, 1)
    return {
      id: `ANULACION-${periodo.codigo}`,
      tipo: 'ANULACION',
      vence: plazoAnulacion(mes).hasta,
      texto: `Último día para anular en línea comprobantes ${dePeriodoFiscal(periodo)}`,
      detalle: 'Después procede una nota de crédito',
      enlace: `/comprobante?desde=${periodo.desde}&hasta=${periodo.hasta}`,
      confidence: 'V',
    }
  })
  const pedidas = porAnular.map(({ id, numero, hasta }): Obligacion => ({
    id: `ANULACION-${id}`,
    tipo: 'ANULACION',
    vence: hasta,
    texto: `Anular en el portal el comprobante ${numero}`,
    detalle: 'Se pidió aquí y el SRI todavía no lo sabe',
    enlace: `/comprobante/${id}`,
    confidence: 'V',
  }))
  const aceptaciones = porAceptar.map(({ id, numero, pedida, dias }): Obligacion => ({
    id: `ACEPTACION-${id}`,
    tipo: 'ACEPTACION',
    vence: addDiasHabiles(pedida, dias),
    texto: `La contraparte acepta la anulación de ${numero}`,
    detalle: `Tiene ${dias} días hábiles; si no, la solicitud caduca`,
    enlace: `/comprobante/${id}`,
    confidence: 'V',
  }))
  return [...ultimos, ...pedidas, ...aceptaciones].filter(({ vence }) => vence >= hoy && vence <= fin)
}

const firmaOf = ({ firmaHasta }: SituacionTributaria, fin: Fecha): Obligacion[] =>
  firmaHasta === null || firmaHasta > fin
    ? []
    : [
        {
          id: `FIRMA-${firmaHasta}`,
          tipo: 'FIRMA',
          vence: firmaHasta,
          texto: 'Renovar la firma electrónica',
          detalle: 'Sin ella no se emiten comprobantes',
          enlace: '/empresa_perfil?seccion=firma',
          confidence: 'V',
        },
      ]

/** Obligations due until a day, and late ones; the most urgent first. */
export const obligacionesDe = (situacion: SituacionTributaria, fin: Fecha): Obligacion[] =>
  [formulariosOf, anualesOf, retencionesOf, anulacionesOf, firmaOf]
    .flatMap((of) => of(situacion, fin))
    .toSorted((a, b) =>
      a.vence === b.vence ? TIPOS_OBLIGACION.indexOf(a.tipo) - TIPOS_OBLIGACION.indexOf(b.tipo) : a.vence < b.vence ? -1 : 1,
    )
